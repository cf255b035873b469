import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OverrideConfig } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import { dataDir, NOW, onChange, open, tryOpen, useOverridesFolder } from './fixtures/overrides-setup.ts';

useOverridesFolder();

const configured = (server: string, tool: string, hints: OverrideConfig['hints']): OverrideConfig => ({
  server,
  tool,
  hints,
  reason: null,
  author: null,
  at: null,
});

describe('setting', () => {
  it('keeps who, when and why, and is there after a restart', async () => {
    const overrides = await open();
    const request = { hints: { destructiveHint: true }, reason: 'the server lies', author: 'ada' };
    const expected = {
      server: 'notes',
      tool: 'purge',
      hints: { destructiveHint: true },
      reason: 'the server lies',
      author: 'ada',
      at: NOW,
      origin: 'set',
    };
    expect(await overrides.set('notes', 'purge', request)).toEqual({ ok: true, value: expected });
    expect(overrides.list()).toEqual([expected]);
    expect(overrides.of('notes', 'purge')).toEqual(expected);
    expect(onChange).toHaveBeenCalledTimes(1);
    expect((await open()).list()).toEqual([expected]);
    if (process.platform !== 'win32') {
      expect((await stat(join(dataDir, 'overrides.json'))).mode & 0o777).toBe(0o600);
    }
  });

  it('takes the place of what was set there before, and null is as if it had not been said', async () => {
    const overrides = await open();
    await overrides.set('notes', 'purge', { hints: { destructiveHint: true, readOnlyHint: false } });
    await overrides.set('notes', 'purge', { hints: { destructiveHint: null, openWorldHint: false } });
    expect(overrides.list().map(({ hints }) => hints)).toEqual([{ openWorldHint: false }]);
  });

  it('nothing is removing', async () => {
    const overrides = await open();
    await overrides.set('notes', 'purge', { hints: { destructiveHint: true } });
    expect(await overrides.set('notes', 'purge', { hints: { destructiveHint: null } })).toEqual({
      ok: true,
      value: undefined,
    });
    expect(overrides.list()).toEqual([]);
  });

  it('counts for every tool that matches, and for those that come later', async () => {
    const overrides = await open();
    await overrides.set('*', 'delete_*', { hints: { destructiveHint: true } });
    expect(overrides.of('never seen', 'delete_everything')?.tool).toBe('delete_*');
  });

  it('keeps all of many that are set at once', async () => {
    const overrides = await open();
    const names = Array.from({ length: 20 }, (_, index) => `tool${index}`);
    await Promise.all(names.map((name) => overrides.set('notes', name, { hints: { readOnlyHint: false } })));
    expect(
      (await open())
        .list()
        .map(({ tool }) => tool)
        .toSorted(),
    ).toEqual(names.toSorted());
  });
});

describe('what the config has', () => {
  it('comes first, and is changed there', async () => {
    const overrides = await open([configured('notes', 'p*', { destructiveHint: true })]);
    await overrides.set('files', 'x', { hints: { readOnlyHint: true } });
    expect(overrides.list().map(({ server, origin }) => [server, origin])).toEqual([
      ['notes', 'config'],
      ['files', 'set'],
    ]);
    const error = { kind: 'conflict', message: expect.stringContaining('/home/ada/toolmark.json') };
    expect(await overrides.set('notes', 'p*', { hints: {} })).toEqual({ ok: false, error });
    expect(await overrides.remove('notes', 'p*')).toEqual({ ok: false, error });
    expect((await overrides.set('notes', 'purge', { hints: { destructiveHint: false } })).ok).toBe(true);
    expect(overrides.of('notes', 'purge')?.origin).toBe('set');
  });

  it('is taken up when it changes, and told of only then', async () => {
    const overrides = await open([configured('notes', 'purge', { destructiveHint: true })]);
    overrides.apply([configured('notes', 'purge', { destructiveHint: true })]);
    expect(onChange).not.toHaveBeenCalled();
    overrides.apply([configured('notes', 'purge', { destructiveHint: false })]);
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(overrides.of('notes', 'purge')?.hints).toEqual({ destructiveHint: false });
  });

  it('counts more than what was set for the same before', async () => {
    const overrides = await open();
    await overrides.set('notes', 'purge', { hints: { destructiveHint: false } });
    overrides.apply([configured('notes', 'purge', { destructiveHint: true })]);
    expect(overrides.of('notes', 'purge')?.origin).toBe('config');
    expect(await overrides.remove('notes', 'purge')).toEqual({ ok: true, value: true });
    expect(overrides.list()).toHaveLength(1);
  });
});

describe('removing', () => {
  it('says whether there was one', async () => {
    const overrides = await open();
    await overrides.set('notes', 'purge', { hints: { destructiveHint: true } });
    expect(await overrides.remove('notes', 'purge')).toEqual({ ok: true, value: true });
    expect(await overrides.remove('notes', 'purge')).toEqual({ ok: true, value: false });
    expect((await open()).list()).toEqual([]);
  });
});

describe('its file', () => {
  it.each([
    ['no JSON', '{"overrides": ['],
    ['a hint that is none', '{"overrides":[{"server":"a","tool":"b","hints":{"readOnly":true}}]}'],
    ['a value that is no boolean', '{"overrides":[{"server":"a","tool":"b","hints":{"readOnlyHint":"no"}}]}'],
  ])('with %s is named and left as it is', async (_case, text) => {
    const path = join(dataDir, 'overrides.json');
    await writeFile(path, text);
    expect(await tryOpen()).toEqual({ ok: false, error: expect.stringContaining(path) });
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('takes entries as the config has them', async () => {
    await writeFile(
      join(dataDir, 'overrides.json'),
      '{"overrides":[{"server":"a","tool":"b","hints":{"readOnlyHint":false}}]}',
    );
    expect((await open()).list()).toEqual([
      {
        server: 'a',
        tool: 'b',
        hints: { readOnlyHint: false },
        reason: null,
        author: null,
        at: null,
        origin: 'set',
      },
    ]);
  });
});
