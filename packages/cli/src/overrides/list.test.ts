import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { overrideHistorySchema } from '@toolmark/api-contract';
import { afterEach, describe, expect, it } from 'vitest';
import { type Asked, ask as askFor } from '../fixtures/ask.ts';
import { type OverrideGateway, type OverridesGiven, startOverrideGateway } from '../fixtures/override-gateway.ts';

let gateway: OverrideGateway | undefined;

afterEach(() => gateway?.end());

const start = async (given: Partial<OverridesGiven> = {}): Promise<OverrideGateway> => {
  gateway = await startOverrideGateway({ tools: [{ name: 'thing' }], ...given });
  return gateway;
};

const ask = (args: readonly string[]): Promise<Asked> => askFor(['tools', ...args], { home: gateway?.data ?? '' });

describe('toolmark tools overrides', () => {
  it('lists them with author and reason', async () => {
    await start({ set: { '*': { readOnlyHint: true } }, config: { purge: { readOnlyHint: true } } });
    expect(await ask(['overrides'])).toMatchObject({
      code: 0,
      stdout: [
        '  TOOL         HINTS          SET     BY   IN',
        '  notes/purge  readOnly=true  –       –    config',
        '  notes/*      readOnly=true  1h ago  ada  gateway',
        '    looked at it',
        '',
        '  Remove one: toolmark tools reset <server/tool>. Those of the config are',
        '  changed in toolmark.json.',
        '',
      ].join('\n'),
    });
  });

  it('--export prints JSON for toolmark.json', async () => {
    await start({ set: { '*': { readOnlyHint: true } } });
    const entry = { server: 'notes', tool: '*', hints: { readOnlyHint: true }, reason: 'looked at it', author: 'ada' };
    const { stdout } = await ask(['overrides', '--export']);
    expect(JSON.parse(stdout)).toEqual({ overrides: [{ ...entry, at: '2026-11-15T11:00:00.000Z' }] });
  });

  it('says that there are none', async () => {
    await start();
    expect((await ask(['overrides'])).stdout).toMatch(/^ {2}No hints are overridden\.\n/);
  });
});

describe('toolmark tools overrides --history', () => {
  it('lists changes with their authors, newest first', async () => {
    await start({ set: { '*': { readOnlyHint: true } } });
    await ask(['override', 'notes/*', '--read-only', 'false', '--reason', 'it lies']);
    await ask(['reset', 'notes/*', '--yes']);
    expect(await ask(['overrides', '--history'])).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        '  WHEN      TOOL     HINTS                           BY',
        '  just now  notes/*  readOnly=false → none           ada',
        '  just now  notes/*  readOnly=true → readOnly=false  ada',
        '    it lies',
        '  1h ago    notes/*  none → readOnly=true            ada',
        '    looked at it',
        '',
      ].join('\n'),
    });
    const { stdout } = await ask(['overrides', '--history', '--limit', '1']);
    expect(stdout).toContain('\n\n  1 of 3 changes; more with --limit\n');
    const json = JSON.parse((await ask(['overrides', '--history', '--json'])).stdout);
    expect(overrideHistorySchema.parse(json)).toMatchObject({ total: 3, changes: [{ action: 'remove' }, {}, {}] });
  });

  it('says that there are none', async () => {
    await start();
    expect((await ask(['overrides', '--history'])).stdout).toMatch(/^ {2}No hint was set or removed\.\n/);
  });

  it('rejects the wrong format for toolmark.json', async () => {
    await start();
    const { code, stderr } = await ask(['overrides', '--history', '--export']);
    expect([code, stderr.includes('cannot be used with')]).toEqual([2, true]);
  });
});

it('exits with 2 if the overrides cannot be written', async () => {
  const { folder, set } = await start();
  await writeFile(join(folder, 'overrides.json'), 'broken');
  const { code, stdout, stderr } = await ask(['override', 'notes/thing', '--read-only', 'false', '--yes']);
  expect([code, stdout, set(), stderr.includes('overrides.json')]).toEqual([2, '', [], true]);
});
