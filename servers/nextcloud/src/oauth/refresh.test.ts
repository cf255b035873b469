import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProvider, SERVER_CLIENT, type TestProvider } from './fixtures/provider.ts';
import { createGrantStore, type GrantStore } from './grant-store.ts';
import { openIssuer } from './issuer.ts';
import { createOfflineAccess, type OfflineAccess } from './offline-access.ts';

const REDIRECT = 'http://127.0.0.1:1/oauth/callback';
let provider: TestProvider;
let store: GrantStore;
let offline: OfflineAccess;
let folder: string;
let clock = 0;

beforeEach(async () => {
  clock = Date.now();
  provider = await createProvider('http://127.0.0.1:1/mcp', REDIRECT);
  folder = await mkdtemp(join(tmpdir(), 'toolmark-oauth-'));
  store = createGrantStore(folder, randomBytes(32));
  offline = await createWith(store);
});
afterEach(async () => {
  await provider.close();
  await rm(folder, { recursive: true });
});

const createWith = async (given: GrantStore): Promise<OfflineAccess> =>
  createOfflineAccess({
    issuer: await openIssuer({ issuer: provider.issuer, ...SERVER_CLIENT }),
    store: given,
    redirectUri: REDIRECT,
    scopes: ['openid', 'offline_access'],
    now: () => new Date(clock),
  });

const ada = () => ({ issuer: provider.issuer, subject: 'ada' });
const bob = () => ({ issuer: provider.issuer, subject: 'bob' });
const grant = async (principal: ReturnType<typeof ada>) =>
  offline.finish(await provider.signIn(await offline.begin(principal), principal.subject));
const refreshes = (): number => provider.requests.filter((each) => each === 'POST /token').length;

it('renews once for any number of concurrent calls, for each user, and again shortly before the token expires', async () => {
  expect([await grant(ada()), await grant(bob())]).toEqual([{ kind: 'granted' }, { kind: 'granted' }]);
  const before = refreshes();
  const calls = [ada(), bob(), ada(), bob(), ada(), bob()].map((principal) => offline.accessToken(principal));
  const tokens = await Promise.all(calls);
  expect(refreshes() - before).toBe(2);
  expect(tokens).toEqual([tokens[0], tokens[1], tokens[0], tokens[1], tokens[0], tokens[1]]);
  expect((await Promise.all(tokens.slice(0, 2).map(provider.read))).map((each) => each?.user)).toEqual(['ada', 'bob']);
  clock += 860_000;
  expect(await offline.accessToken(ada())).toBe(tokens[0]);
  clock += 15_000;
  // The provider rotates refresh tokens, so this works only with the one that came with the first renewal.
  expect(await offline.accessToken(ada())).not.toBe(tokens[0]);
});

it('deletes a grant that the authorization server has ended, and says how to grant again', async () => {
  await grant(ada());
  const kept = await store.read(ada());
  await store.write(ada(), { ...(kept ?? fail()), refreshToken: 'ended' });
  await expect(offline.accessToken(ada())).rejects.toMatchObject({
    code: 'BAD_CREDENTIALS',
    message: expect.stringContaining('provision_nextcloud_access'),
  });
  expect(await offline.status(ada())).toBeUndefined();
});

it('keeps the grant if the authorization server is unreachable', async () => {
  await grant(ada());
  const { refreshToken } = (await store.read(ada())) ?? fail();
  await provider.close();
  const error = await offline.accessToken(ada()).catch((reason: Error) => reason);
  expect(error).toMatchObject({ code: 'UNREACHABLE' });
  expect(JSON.stringify(error)).not.toContain(refreshToken);
  expect(await offline.status(ada())).toBeDefined();
  provider = await createProvider('http://127.0.0.1:1/mcp', REDIRECT);
});

it('returns no token after a revocation, not even from a renewal in progress', async () => {
  await grant(ada());
  const running = offline.accessToken(ada()).catch(() => undefined);
  expect(await offline.revoke(ada())).toEqual({ wasGranted: true, isRevoked: true });
  await running;
  await expect(offline.accessToken(ada())).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
});

it('does not store the token of a renewal during which the access was revoked, but revokes it too', async () => {
  await grant(ada());
  const removing: GrantStore = {
    ...store,
    read: async (principal) => {
      const kept = await store.read(principal);
      await store.remove(principal);
      return kept;
    },
  };
  await (await createWith(removing)).accessToken(ada());
  expect(await store.read(ada())).toBeUndefined();
  expect(provider.requests).toContain('POST /token/revocation');
});

it('discards a sign-in in progress when the access is revoked, and revokes its token', async () => {
  const callback = await provider.signIn(await offline.begin(ada()), 'ada');
  const finishing = offline.finish(callback);
  expect(await offline.revoke(ada())).toEqual({ wasGranted: false, isRevoked: false });
  expect(await finishing).toEqual({ kind: 'refused', reason: 'state' });
  expect(await store.read(ada())).toBeUndefined();
  expect(provider.requests).toContain('POST /token/revocation');
});

it('removes a grant that is being replaced when the access is revoked', async () => {
  await grant(ada());
  let revoking: Promise<unknown> | undefined;
  const slow: GrantStore = {
    ...store,
    write: async (principal, renewed) => {
      revoking = renewing.revoke(principal);
      await Promise.race([revoking, sleep(100)]);
      await store.write(principal, renewed);
    },
  };
  const renewing = await createWith(slow);
  await renewing.accessToken(ada());
  await revoking;
  expect(await store.read(ada())).toBeUndefined();
});

it.each(['rotated', 'refused'])('keeps a grant that is newer than the token that was %s', async (outcome) => {
  await grant(ada());
  const older = (await store.read(ada())) ?? fail();
  const newer = { ...older, refreshToken: 'newer' };
  let isFirst = true;
  const stale: GrantStore = {
    ...store,
    read: async (principal) => {
      if (!isFirst) return store.read(principal);
      isFirst = false;
      await store.write(principal, newer);
      return outcome === 'rotated' ? older : { ...older, refreshToken: 'ended' };
    },
  };
  await (await createWith(stale)).accessToken(ada()).catch(() => undefined);
  expect(await store.read(ada())).toEqual(newer);
});

it('accepts a callback for 10 minutes only, and none after a revocation', async () => {
  const late = await provider.signIn(await offline.begin(ada()), 'ada');
  const revoked = await provider.signIn(await offline.begin(bob()), 'bob');
  await offline.revoke(bob());
  expect(await offline.finish(revoked)).toEqual({ kind: 'refused', reason: 'state' });
  clock += 10 * 60_000;
  expect(await offline.finish(late)).toEqual({ kind: 'refused', reason: 'state' });
});

function fail(): never {
  throw new TypeError('There is a grant.');
}
