import { type JsonObject, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../base/src/fixtures/fake-clock.ts';
import { modernCaller } from '../core/fixtures/caller.ts';
import type { Call } from '../model/call.ts';
import { createContinuations } from './continuations.ts';
import { createCall } from './pipeline.ts';

const decision = { kind: 'ask', rule: 'default: destructive', reason: 'It destroys.' } as const;
const QUESTIONS = result({ resultType: 'input_required', inputRequests: {}, requestState: 'state' });

function callWith(params: JsonObject = {}, change: Parameters<typeof modernCaller>[0] = {}): Call {
  const name = 'notes__delete_note';
  const all = { name, arguments: { id: 'a' }, ...params };
  const caller = modernCaller({ client: { name: 'editor', version: '1' }, ...change });
  const call = createCall({ id: '1', seq: 1, name, params: all, arguments: all.arguments, caller, startedAt: 0 });
  call.decision = decision;
  call.approval = 'a1';
  return call;
}

const RESUMED = { requestState: 'state', inputResponses: { yes: { action: 'accept' } } };

describe('a call that goes on after questions of its server', () => {
  it('is the one that was let through, and only once', () => {
    const { of, remember } = createContinuations(createFakeClock());
    remember(callWith(), QUESTIONS);
    expect(of(callWith(RESUMED))).toMatchObject({ decision, approval: 'a1' });
    expect(of(callWith(RESUMED))).toBeUndefined();
  });

  it.each<[string, Call]>([
    ['with other arguments', callWith({ ...RESUMED, arguments: { id: 'b' } })],
    ['with another state', callWith({ ...RESUMED, requestState: 'guessed' })],
    ['without a state', callWith()],
    ['by another principal', callWith(RESUMED, { principal: 'somebody' })],
    ['by another client', callWith(RESUMED, { client: { name: 'other', version: '1' } })],
    ['in another conversation', callWith(RESUMED, { conversation: 'x' })],
  ])('is decided about anew %s', (_case, resumed) => {
    const { of, remember } = createContinuations(createFakeClock());
    remember(callWith(), QUESTIONS);
    expect(of(resumed)).toBeUndefined();
    expect(of(callWith(RESUMED))).toBeDefined();
  });

  it('is none where it has its result', () => {
    const { of, remember } = createContinuations(createFakeClock());
    remember(callWith(), result({ content: [], requestState: 'state' }));
    expect(of(callWith(RESUMED))).toBeUndefined();
  });

  it('goes on without a state where its server handed out none, but with answers', () => {
    const { of, remember } = createContinuations(createFakeClock());
    remember(callWith(), result({ resultType: 'input_required', inputRequests: {} }));
    expect(of(callWith(RESUMED))).toBeUndefined();
    expect(of(callWith())).toBeUndefined();
    expect(of(callWith({ inputResponses: {} }))).toMatchObject({ approval: 'a1' });
    expect(of(callWith({ inputResponses: {} }))).toBeUndefined();
  });

  it('is forgotten after a quarter of an hour', async () => {
    const clock = createFakeClock();
    const { of, remember } = createContinuations(clock);
    remember(callWith(), QUESTIONS);
    await clock.advance(15 * 60_000);
    expect(of(callWith(RESUMED))).toBeUndefined();
  });
});
