import { type Era, failed } from '@toolmark/base';
import { isOwnError, isUnsent, ownError, unsentError } from '@toolmark/upstream';
import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../../base/src/fixtures/test-clock.ts';
import { legacyCaller, modernCaller } from '../../core/fixtures/caller.ts';
import { createTestServer } from '../../core/fixtures/server.ts';
import { aRelay } from './fixtures/a-relay.ts';

const ERAS: readonly Era[] = ['legacy', 'modern'];
const cases = ERAS.flatMap((server) =>
  ERAS.flatMap((client) => [true, false].map((isAsked) => ({ server, client, isAsked }))),
);

/** An error counts as ours by being the very object that was made: none of the ways to a server may copy it. */
describe.each(cases)('on the way from a $server server to a $client client (can be asked: $isAsked)', (way) => {
  it.each([
    ['one of ours', ownError('upstreamDied', 'gone'), [true, false]],
    ['one of a request that was not sent', unsentError('upstreamUnavailable', 'away'), [true, true]],
    ['one of the server', { code: -32_063, message: 'gone', data: { error: 'upstreamDied' } }, [false, false]],
  ] as const)('an error stays what it is: %s', async (_what, error, expected) => {
    const server = createTestServer('s', way.server);
    server.answer(() => failed(error));
    const capabilities = way.isAsked ? { elicitation: {} } : {};
    const caller = way.client === 'modern' ? modernCaller({ capabilities }) : legacyCaller({ capabilities });
    const relay = aRelay(createTestClock(), () => [server]);
    const reply = await relay({ server, method: 'tools/call', params: { name: 's__a' }, names: { name: 'a' }, caller });
    expect(reply.kind === 'error' && [isOwnError(reply.error), isUnsent(reply.error)]).toEqual(expected);
  });

  it('the server is asked with what is asked right before', async () => {
    const server = createTestServer('s', way.server);
    const check = () => undefined;
    const seen: unknown[] = [];
    const request: typeof server.request = (method, params, exchange) => {
      seen.push(exchange.check);
      return server.request(method, params, exchange);
    };
    const capabilities = way.isAsked ? { elicitation: {} } : {};
    const caller = way.client === 'modern' ? modernCaller({ capabilities }) : legacyCaller({ capabilities });
    const relay = aRelay(createTestClock(), () => [server]);
    const order = { method: 'tools/call', params: { name: 's__a' }, names: { name: 'a' }, caller };
    void relay({ ...order, server: { ...server, request }, check });
    expect(seen).toEqual([check]);
  });
});
