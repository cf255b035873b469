import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { PasskeyList } from '@toolmark/api-contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../fixtures/ask.ts';
import { startRecordGateway } from '../fixtures/record-gateway.ts';

const KEY = {
  id: 'AAAA',
  name: 'laptop',
  host: 'localhost',
  synced: false,
  created_at: '2026-11-14T12:00:00.000Z',
  last_used_at: '2026-11-15T11:00:00.000Z',
};
const NONE: PasskeyList = { passkeys: [], total: 0, is_required: false, page_url: null, problem: null };

async function passkeys(json: PasskeyList, args: readonly string[] = []) {
  const gateway = await startRecordGateway({
    onApi: ({ method, path }) => (`${method} ${path.join('/')}` === 'GET passkeys' ? { json } : undefined),
  });
  try {
    return await ask(['passkeys', ...args], { home: gateway.data });
  } finally {
    await gateway.close();
  }
}

describe('toolmark passkeys', () => {
  it('lists them, with problems of their file', async () => {
    const list = {
      ...NONE,
      passkeys: [KEY, { ...KEY, name: 'never', last_used_at: null }],
      total: 2,
      problem: 'Changed.',
    };
    const { code, stdout } = await passkeys(list);
    expect(code).toBe(0);
    expect(stdout).toMatch(/laptop\s+localhost\s+1d ago\s+1h ago\s+no/);
    expect(stdout).toMatch(/never\s+localhost\s+1d ago\s+never\s+no/);
    expect(stdout).toContain('Changed.');
    expect(JSON.parse((await passkeys(list, ['--json'])).stdout)).toEqual(list);
  });

  it('gives advice if none is enrolled but the policy requires one', async () => {
    expect((await passkeys({ ...NONE, is_required: true })).stdout).toContain('The policy requires one');
  });
});

describe('toolmark serve --reset-passkeys', () => {
  let data = '';
  const file = (): string => join(data, 'passkeys.json');
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'toolmark-reset-'));
    await writeFile(join(data, 'toolmark.json'), '{ "mcpServers": {} }');
    const key = { ...KEY, public_key: 'AAAA', counter: 0, transports: [] };
    await writeFile(file(), JSON.stringify({ user_id: 'AAAA', keys: [key] }));
  });
  afterEach(() => rm(data, { recursive: true, force: true }));

  const serve = (typed: string, isTTY: boolean) => {
    const stopping = new AbortController();
    return ask(['serve', '--data', data, '--port', '0', '--log-level', 'silent', '--reset-passkeys'], {
      isTTY,
      typed: Readable.from([typed]),
      signal: stopping.signal,
      onStdout: () => stopping.abort(),
    });
  };

  it('removes them after a yes on the terminal, and starts', async () => {
    const { code, stdout, stderr } = await serve('y\n', true);
    expect([code, stdout]).toEqual([0, expect.stringContaining('toolmark ready')]);
    expect(stderr).toContain('  laptop (localhost)\nRemove 1 passkey?');
    expect(existsSync(file())).toBe(false);
  });

  it.each([
    ['after anything but a yes', 'no\n', true, 'Nothing was removed'],
    ['without a terminal', 'y\n', false, 'no terminal to ask on'],
  ])('removes nothing and does not start %s', async (_case, typed, isTTY, text) => {
    const { code, stdout, stderr } = await serve(typed, isTTY);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(text);
    expect(await readFile(file(), 'utf8')).toContain('laptop');
  });
});
