import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@toolmark/base';
import type { ServerTarget } from '@toolmark/reach';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { aConfig as aServer } from '../fixtures/server-setup.ts';
import type { UpstreamConfig } from '../upstream-config.ts';
import { createSignIns } from './create-sign-ins.ts';
import { aSignIn, KEY } from './fixtures/a-sign-in.ts';
import type { SignIns } from './sign-ins.ts';

const NO_LOG = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let path = '';

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-sign-ins-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  path = join(folder, 'sign-ins.json');
  await writeFile(
    path,
    JSON.stringify({
      version: 1,
      signIns: [aSignIn({ expiresAt: Date.now() + 60_000, renewAt: Date.now() + 48_000 })],
    }),
  );
});

async function open(): Promise<SignIns> {
  const made = await createSignIns({
    path,
    clock: systemClock,
    log: NO_LOG,
    callbackUrl: () => 'http://127.0.0.1:7420/oauth/callback',
    restart: async () => {},
  });
  if (!made.ok) throw new Error(made.error);
  onTestFinished(() => made.value.close());
  return made.value;
}

const aConfig = (target: ServerTarget, more: Partial<UpstreamConfig> = {}): UpstreamConfig => ({
  ...aServer(),
  name: KEY.server,
  target,
  ...more,
});
const url = (href: string, headers?: Readonly<Record<string, string>>): ServerTarget => ({
  kind: 'url',
  url: href,
  ...(headers && { headers }),
});
const kept = async (): Promise<number> =>
  (JSON.parse(await readFile(path, 'utf8')) as { signIns: unknown[] }).signIns.length;

describe('the credentials for requests to a server', () => {
  it.each<[string, UpstreamConfig, string | undefined]>([
    ['its own token', aConfig(url(KEY.url)), 'Bearer token-1'],
    ['its own token, ignoring the URL fragment', aConfig(url(`${KEY.url}#x`)), 'Bearer token-1'],
    ['nothing for another address', aConfig(url('https://other.example/mcp')), undefined],
    ['nothing for another path', aConfig(url(`${KEY.url}/x`)), undefined],
    ['nothing for another name', aConfig(url(KEY.url), { name: 'issues' }), undefined],
  ])('are %s', async (_, config, expected) => {
    expect((await open()).tokensFor(config)?.authorization()).toBe(expected);
  });

  it.each<[string, UpstreamConfig]>([
    ['the config sets the header', aConfig(url(KEY.url, { authorization: 'Bearer mine' }))],
    ['the URL has credentials', aConfig(url('https://ada:secret@mcp.example.com/mcp'))],
    ['the server is a program', aConfig({ kind: 'command', command: 'x' })],
  ])('are left to the config when %s', async (_, config) => {
    expect((await open()).tokensFor(config)).toBeUndefined();
  });
});

describe('a sign-in', () => {
  it.each<[string, readonly UpstreamConfig[], number]>([
    ['is kept while its server is configured', [aConfig(url(KEY.url))], 1],
    ['is kept while its server is disabled', [aConfig(url(KEY.url), { disabled: true })], 1],
    ['is kept while the entry cannot be read', [aConfig(url('https://x'), { problem: 'X must be set' })], 1],
    ['is deleted when the address changes', [aConfig(url('https://other.example/mcp'))], 0],
    ['is deleted when the server becomes a program', [aConfig({ kind: 'command', command: 'x' })], 0],
    ['is deleted when its server is removed', [], 0],
  ])('%s', async (_, after, count) => {
    const signIns = await open();
    signIns.apply([aConfig(url(KEY.url))]);
    signIns.apply(after);
    await signIns.close();
    expect(await kept()).toBe(count);
  });

  it('is kept for servers unknown here, because another config may have them', async () => {
    const signIns = await open();
    signIns.apply([]);
    await signIns.close();
    expect(await kept()).toBe(1);
  });

  it('is stored readable for its owner only', async () => {
    const signIns = await open();
    signIns.apply([aConfig(url('https://other.example/mcp'))]);
    await signIns.close();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});

describe('an unreadable sign-ins file', () => {
  it('is left unchanged and reported', async () => {
    await writeFile(path, '{"version":1,"signIns":[{"accessToken":"token-1"}]}');
    const made = await createSignIns({
      path,
      clock: systemClock,
      log: NO_LOG,
      callbackUrl: () => undefined,
      restart: async () => {},
    });
    expect(made).toEqual({ ok: false, error: expect.stringMatching(/sign-ins\.json is invalid/) });
    expect(JSON.stringify(made)).not.toContain('token-1');
    expect(await readFile(path, 'utf8')).toContain('token-1');
  });
});
