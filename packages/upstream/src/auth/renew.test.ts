import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@toolmark/base';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aConfig } from '../fixtures/server-setup.ts';
import type { UpstreamConfig } from '../upstream-config.ts';
import { createSignIns } from './create-sign-ins.ts';
import { aSignIn } from './fixtures/a-sign-in.ts';
import { aWeb, ISSUER, issuer, RESOURCE, resource, type TestWeb } from './fixtures/a-web.ts';
import type { TokenSource } from './token-source.ts';

const NO_LOG = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const TOKENS = { access_token: 'token-2', token_type: 'Bearer', expires_in: 600, refresh_token: 'refresh-2' };

/** An expiring sign-in shared by several processes. */
async function setUp(
  web: TestWeb,
  processes: number,
): Promise<{ sources: TokenSource[]; file: () => Promise<string> }> {
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-renew-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'sign-ins.json');
  const url = `${web.origin}/mcp`;
  const signIn = aSignIn({ url, resource: url, issuer: web.origin, renewAt: 0, expiresAt: Date.now() + 60_000 });
  await writeFile(path, JSON.stringify({ version: 1, signIns: [signIn] }));
  const config: UpstreamConfig = { ...aConfig(), name: 'notes', target: { kind: 'url', url } };
  const sources: TokenSource[] = [];
  for (let index = 0; index < processes; index++) {
    const made = await createSignIns({
      path,
      clock: systemClock,
      log: NO_LOG,
      callbackUrl: () => undefined,
      restart: async () => {},
    });
    if (!made.ok) throw new Error(made.error);
    onTestFinished(() => made.value.close());
    made.value.apply([config]);
    const tokens = made.value.tokensFor(config);
    if (tokens !== undefined) sources.push(tokens);
  }
  return { sources, file: () => readFile(path, 'utf8') };
}

const asksForTokens = ({ asked }: TestWeb): number => asked.filter((path) => path === '/token').length;

describe('a sign-in shared by several processes', () => {
  it('is renewed by one process, and the others use the new token', async () => {
    const web = await aWeb((at) => ({ [RESOURCE]: resource(at), [ISSUER]: issuer(at), '/token': TOKENS }));
    const { sources, file } = await setUp(web, 3);
    expect(await Promise.all(sources.map((source) => source.authorization()))).toEqual(
      Array.from({ length: 3 }, () => 'Bearer token-2'),
    );
    expect(asksForTokens(web)).toBe(1);
    expect(await file()).toContain('refresh-2');
  });
});

describe('an expiring sign-in', () => {
  it('is deleted without sending it when the issuer has changed', async () => {
    const other = await aWeb((at) => ({ [ISSUER]: issuer(at), '/token': TOKENS }));
    const web = await aWeb((at) => ({ [RESOURCE]: resource(at, { authorization_servers: [other.origin] }) }));
    const { sources, file } = await setUp(web, 1);
    expect([await sources[0]?.authorization(), sources[0]?.status().state]).toEqual([undefined, 'signed_out']);
    expect([asksForTokens(web), asksForTokens(other)]).toEqual([0, 0]);
    expect(await file()).not.toContain('token-1');
  });

  it.each<[string, object]>([
    ['the issuer cannot be found', {}],
    ['the answer has no token', { '/token': { nothing: true } }],
    ['the token has invalid characters', { '/token': { ...TOKENS, access_token: 'a\r\nb' } }],
    ['the token type is unknown', { '/token': { ...TOKENS, token_type: 'DPoP' } }],
  ])('is kept when %s', async (_, documents) => {
    const web = await aWeb((at) =>
      '/token' in documents ? { [RESOURCE]: resource(at), [ISSUER]: issuer(at), ...documents } : {},
    );
    const { sources, file } = await setUp(web, 1);
    expect([await sources[0]?.authorization(), sources[0]?.status().state]).toEqual(['Bearer token-1', 'signed_in']);
    expect(await file()).toContain('refresh-1');
  });
});
