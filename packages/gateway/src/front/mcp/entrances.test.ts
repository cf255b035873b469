import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RawRequest, rawRequest } from './fixtures/raw-request.ts';
import { initialize, legacy, modern } from './fixtures/requests.ts';
import { type ServedFront, serveFront } from './fixtures/serve.ts';

const PING = { id: 1, method: 'ping' };
const CALL = { name: 'wait', arguments: { n: 7 } };
let front: ServedFront;
beforeEach(async () => {
  front = await serveFront();
});
afterEach(() => front.close());
const ping = async (session: string, headers: Record<string, string> = {}): Promise<number> =>
  (await rawRequest(front.url, legacy(PING, session, headers))).status;

describe('a session', () => {
  it('continues only at the door where it began', async () => {
    const there = { 'x-door': '/mcp/search' };
    const session = await initialize(front.url, there);
    expect([await ping(session, there), await ping(session), await ping(session, { 'x-door': '/mcp/p/a' })]).toEqual([
      200, 404, 404,
    ]);
  });

  it('ends with the token of its client, while those of others continue', async () => {
    const ada = { 'x-principal': 'ada' };
    const [hers, mine] = [await initialize(front.url, ada), await initialize(front.url)];
    front.front.dismiss('ada');
    expect([await ping(hers, ada), await ping(mine), front.core.channels.size]).toEqual([404, 200, 1]);
  });

  it('gets the changed entrance of its door, and ends with its door', async () => {
    const [stays, goes] = [await initialize(front.url), await initialize(front.url, { 'x-door': '/mcp/p/a' })];
    const scope = { key: 'k', hasServer: () => true, hasTool: () => true };
    front.front.reopen((entrance) => (entrance.door === '/mcp' ? { ...entrance, scope } : undefined));
    expect([...front.core.channels].map((channel) => channel.scope?.()?.key)).toEqual(['k']);
    expect([await ping(stays), await ping(goes, { 'x-door': '/mcp/p/a' })]).toEqual([200, 404]);
  });
});

describe('a stream of 2026-07-28', () => {
  const listen = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
  const as = (principal: string) => ({ ...listen, headers: { ...listen.headers, 'x-principal': principal } });

  it('ends with the token of its client, while those of others continue', async () => {
    const hers = rawRequest(front.url, as('ada'));
    const mine = rawRequest(front.url, as('local'));
    await expect.poll(() => front.front.stats().subscriptions).toBe(2);
    front.front.dismiss('ada');
    expect((await hers).text).toContain('"resultType":"complete"');
    expect(front.front.stats().subscriptions).toBe(1);
    front.front.dismiss('local');
    await mine;
  });

  it('without a scope continues when doors change', async () => {
    const mine = rawRequest(front.url, as('local'));
    await expect.poll(() => front.front.stats().subscriptions).toBe(1);
    front.front.reopen(() => undefined);
    expect(front.front.stats().subscriptions).toBe(1);
    front.front.dismiss('local');
    await mine;
  });
});

describe.each<[string, (session: string) => RawRequest]>([
  ['of 2026-07-28', () => modern('tools/call', CALL)],
  ['of an older client', (session) => legacy({ id: 1, method: 'tools/call', params: CALL }, session)],
])('a request %s under way', (_era, ask) => {
  it('ends with the token of its client, while those of others continue', async () => {
    const ada = { 'x-principal': 'ada' };
    const sessions = [await initialize(front.url, ada), await initialize(front.url)];
    const send = (session = '', headers: Record<string, string> = {}) => {
      const request = ask(session);
      return rawRequest(front.url, { ...request, headers: { ...request.headers, ...headers } });
    };
    const [hers, mine] = [send(sessions[0], ada), send(sessions[1])];
    await expect.poll(() => front.front.stats().running).toBe(2);
    front.front.dismiss('ada');
    expect((await hers).text).not.toContain('released');
    expect([front.core.cancelled, front.front.stats().running]).toEqual([[7], 1]);
    front.core.release();
    expect((await mine).text).toContain('released');
  });
});
