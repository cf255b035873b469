import { failed, result } from '@toolmark/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  APPROVE,
  type ApprovalsWorld,
  comeBackWith,
  createApprovalsWorld,
  DONE,
  legacy,
  modern,
  newDataDir,
  PARAMS,
  removeDataDir,
  silentLegacy,
  silentModern,
  textOf,
} from './fixtures/approvals-world.ts';

let dataDir: string;
let world: ApprovalsWorld;
beforeEach(async () => {
  dataDir = newDataDir();
  world = await createApprovalsWorld(dataDir);
  world.stayInside();
});
afterEach(async () => {
  await world.approvals.close();
  removeDataDir(dataDir);
});

const SAYS = /start the gateway: toolmark serve\. A client that can ask its user, or a rule that allows the call/;

describe('where nobody can answer but the client', () => {
  it.each([
    ['an older one that cannot ask', silentLegacy, {}],
    ['one of 2026-07-28 that cannot ask', silentModern, {}],
    ['one that has answers for its server', modern, { inputResponses: { q: 1 } }],
  ])('the call of %s is refused at once, with what to do', async (_, client, more) => {
    const { call, reply } = world.call(client(), { ...PARAMS, ...more });
    const text = textOf(await reply);
    expect(text).toMatch(/default: destructive: It destroys\.\), and no person can be asked\. Do not repeat/);
    expect(text).toMatch(SAYS);
    expect(text).not.toContain('toolmark approvals');
    expect([call.status, call.approval, world.asked, world.sent]).toEqual(['denied', undefined, [], []]);
    expect(world.clock.pending()).toBe(1);
  });

  it('one of 2026-07-28 that can ask is asked, and told of no other way', async () => {
    const params = { ...PARAMS, arguments: { text: 'x'.repeat(1_000) } };
    const first = await world.call(modern(), params).reply;
    expect(JSON.stringify(first)).toContain('x'.repeat(1_000));
    expect(JSON.stringify(first)).not.toContain('toolmark approvals');
    const closed = world.call(modern(), comeBackWith(first, { action: 'cancel' }, params));
    const text = textOf(await closed.reply);
    expect([closed.call.status, text.includes('toolmark approvals')]).toEqual(['expired', false]);
    expect(text).toMatch(SAYS);
    const again = await world.call(modern(), params).reply;
    expect(await world.call(modern(), comeBackWith(again, APPROVE, params)).reply).toMatchObject({ result: DONE });
    expect(world.asked).toHaveLength(1);
  });

  it('an older one that can ask is asked; if it cannot after all, its call ends', async () => {
    const [asks, cannot] = [legacy(), legacy()];
    const made = world.call(asks, { ...PARAMS, _meta: { progressToken: 'p' } });
    await world.clock.advance(0);
    expect(asks.notified[0]?.[1]['message']).toMatch(/for a person to approve 'Delete note' of notes$/);
    asks.asked[0]?.reply(result(APPROVE));
    expect(await made.reply).toMatchObject(result(DONE));
    const { call, reply } = world.call(cannot);
    await world.clock.advance(0);
    cannot.asked[0]?.reply(failed({ code: -32601, message: 'Method not found' }));
    expect(textOf(await reply)).toMatch(/and the client could not ask\..*toolmark serve/);
    expect(call.status).toBe('expired');
  });

  it.each([
    ['legacy', legacy],
    ['modern', modern],
  ])('nobody approves what is too long for a form (%s)', async (_, caller) => {
    const params = { ...PARAMS, arguments: { text: 'x'.repeat(30_000) } };
    expect(textOf(await world.call(caller(), params).reply)).toMatch(
      /it sends 30041 bytes, more than this client can show to a person\. .*toolmark serve/,
    );
    expect([world.sent, world.asked]).toEqual([[], []]);
  });
});
