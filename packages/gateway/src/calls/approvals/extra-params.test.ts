import { describe, expect, it } from 'vitest';
import {
  APPROVE,
  comeBackWith,
  DONE,
  modern,
  PARAMS,
  SETTINGS,
  silentModern,
  textOf,
  YES,
} from './fixtures/approvals-world.ts';
import { useApprovalsWorld, world } from './fixtures/use-approvals-world.ts';

useApprovalsWorld();

const tenant = (name: string) => ({ ...PARAMS, _meta: { 'acme/tenant': name } });

describe('what comes with a call besides its arguments', () => {
  it.each<[string, object, object]>([
    ['_meta of its own', tenant('sandbox'), tenant('production')],
    ['_meta of its own, added later', PARAMS, tenant('production')],
    ['_meta of its own, left out later', tenant('sandbox'), PARAMS],
    ['something that nobody knows', PARAMS, { ...PARAMS, task: { ttl: 1 } }],
  ])('is part of what is approved in the client: %s', async (_, first, second) => {
    const reply = await world.call(modern(), { ...first }).reply;
    const back = world.call(modern(), comeBackWith(reply, APPROVE, { ...second }));
    expect(textOf(await back.reply)).toMatch(/was about another call/);
    expect(world.sent).toEqual([]);
    expect(await world.call(modern(), comeBackWith(reply, APPROVE, { ...first })).reply).toMatchObject({
      result: DONE,
    });
    expect(world.sent).toEqual([first]);
  });

  it.each<[string, object, object]>([
    ['_meta of its own', tenant('sandbox'), tenant('production')],
    ['answers to questions', { ...PARAMS, inputResponses: { q: 1 } }, { ...PARAMS, inputResponses: { q: 2 } }],
    ['a state', { ...PARAMS, requestState: 'a' }, { ...PARAMS, requestState: 'b' }],
  ])('is part of what is approved after the call has given up: %s', async (_, first, second) => {
    await Promise.all([world.call(silentModern(), { ...first }).reply, world.clock.advance(SETTINGS.waitMs)]);
    world.approvals.answer('id-1', YES);
    void world.call(silentModern(), { ...second });
    await world.clock.advance(0);
    expect([world.sent, world.asked.length]).toEqual([[], 2]);
    await world.call(silentModern(), { ...first }).reply;
    expect(world.sent).toEqual([first]);
  });

  it('is not what tells one request from another', async () => {
    const meta = (id: string) => ({
      progressToken: id,
      traceparent: `00-${id.repeat(32)}-${id.repeat(16)}-01`,
      'claudecode/toolUseId': `toolu_01${id.repeat(20)}`,
      'io.modelcontextprotocol/clientInfo': { name: id },
      'io.toolmark/session': 'same',
    });
    const first = await world.call(modern(), { ...PARAMS, _meta: meta('1') }).reply;
    const back = { ...comeBackWith(first, APPROVE), _meta: meta('2') };
    expect(await world.call(modern(), back).reply).toMatchObject({ result: DONE });
  });

  it.each<[string, string]>([
    ['traceparent', 'as-admin'],
    ['traceparent', '00-11111111111111111111111111111111-1111111111111111-01; drop'],
    ['tracestate', 'acme=admin'],
    ['baggage', 'tenant=production'],
    ['claudecode/toolUseId', 'toolu_01; drop table'],
    ['io.modelcontextprotocol/x', '2'],
    ['io.modelcontextprotocol/logLevel', 'debug'],
  ])('is any key that leaves and is no id of a request: %s=%s', async (key, value) => {
    const reply = await world.call(modern(), { ...PARAMS, _meta: { [key]: 'before' } }).reply;
    const back = comeBackWith(reply, APPROVE, { ...PARAMS, _meta: { [key]: value } });
    expect(textOf(await world.call(modern(), back).reply)).toMatch(/was about another call/);
    expect(world.sent).toEqual([]);
  });

  it('is a header that repeats no argument, too', async () => {
    const tenantIn = (name: string) => modern({ headers: { 'mcp-param-tenant': name } });
    const reply = await world.call(tenantIn('sandbox')).reply;
    const back = comeBackWith(reply, APPROVE);
    expect(textOf(await world.call(tenantIn('production'), back).reply)).toMatch(/was about another call/);
    expect(await world.call(tenantIn('sandbox'), back).reply).toMatchObject({ result: DONE });
  });

  it.each<[string, object, string]>([
    ['nothing', {}, 'It destroys.'],
    ['_meta', { _meta: { 'acme/tenant': 'x', user: 'y' } }, 'It destroys. It comes with _meta: acme/tenant, user.'],
    [
      'answers and a state',
      { inputResponses: { q1: 1 }, requestState: 's' },
      'It destroys. It comes with inputResponses: q1; requestState.',
    ],
    ['lines that are not ours', { _meta: { 'a\nb': 1 } }, 'It destroys. It comes with _meta: a\ufffdb.'],
  ])('is shown to whoever is asked: %s', async (_, more, reason) => {
    void world.call(silentModern(), { ...PARAMS, ...more });
    await world.clock.advance(0);
    expect(world.approvals.pending()).toMatchObject([{ reason }]);
  });

  it.each<[string, object]>([
    ['answers', { inputResponses: { q: 1 } }],
    ['a state', { requestState: 's' }],
    ['a state that is none', { requestState: 7 }],
  ])('is not lost: a client with %s for its server is not asked by a reply', async (_, more) => {
    const params = { ...PARAMS, ...more };
    const { reply } = world.call(modern(), params);
    await world.clock.advance(0);
    expect(world.approvals.pending()).toMatchObject([{ is_waiting: true }]);
    world.approvals.answer('id-1', YES);
    expect(await reply).toMatchObject({ result: DONE });
    expect(world.sent).toEqual([params]);
  });
});

describe('whether a call waits', () => {
  it('is on record as it is known here', async () => {
    await world.call(modern()).reply;
    void world.call(silentModern(), tenant('x'));
    await world.clock.advance(0);
    expect(world.asked.map(({ waits }) => waits)).toEqual([false, true]);
    expect(world.approvals.pending().map(({ is_waiting }) => is_waiting)).toEqual([false, true]);
  });
});
