import { result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import { modernCaller } from '../../core/fixtures/caller.ts';
import type { Caller } from '../../model/caller.ts';
import { createCall } from '../pipeline.ts';
import type { CallRecord } from './call-record.ts';
import { addRound, startRecord } from './call-recording.ts';
import { createParkedCalls } from './parked-calls.ts';

const call = (params: Record<string, unknown> = {}, caller: Partial<Caller> = {}) =>
  createCall({
    id: '1',
    seq: 1,
    name: 'x',
    params: { name: 'x', ...params },
    arguments: undefined,
    caller: modernCaller(caller),
    startedAt: 0,
  });
const aRecord = (): CallRecord => startRecord(call(), 's1');
const asked = (state: unknown) => {
  const reply = result({ resultType: 'input_required', requestState: state });
  return [call(), reply] as const;
};

function setUp() {
  const clock = createFakeClock();
  const expired: CallRecord[] = [];
  return { clock, expired, parked: createParkedCalls(clock, (each) => expired.push(each)) };
}

describe('parked calls', () => {
  it('continue with the state that came with the questions, once', () => {
    const { parked } = setUp();
    const record = aRecord();
    expect(parked.park(...asked('s'), record)).toBe(true);
    const retry = call({ requestState: 's' });
    expect(parked.take(retry)).toBe(record);
    expect(parked.take(retry)).toBeUndefined();
  });

  it.each<[string, Parameters<typeof call>]>([
    ['another principal', [{ requestState: 's' }, { principal: 'another' }]],
    ['another client', [{ requestState: 's' }, { client: { name: 'another' } }]],
    ['another session', [{ requestState: 's' }, { session: 'another' }]],
    ['another tool', [{ requestState: 's', name: 'delete_note' }]],
    ['other arguments', [{ requestState: 's', arguments: { id: 2 } }]],
    ['another state', [{ requestState: 't' }]],
    ['no state', [{}]],
  ])('do not continue with %s', (_, given) => {
    const { parked } = setUp();
    parked.park(...asked('s'), aRecord());
    expect(parked.take(call(...given))).toBeUndefined();
  });

  it('with the same questions at the same time continue one by one, and do not expire each other', () => {
    const { parked, expired } = setUp();
    const [one, two] = [aRecord(), aRecord()];
    parked.park(...asked('s'), one);
    parked.park(...asked('s'), two);
    expect(parked.all()).toEqual([one, two]);
    expect(parked.take(call({ requestState: 's' }))).toBe(one);
    expect(parked.take(call({ requestState: 's' }))).toBe(two);
    expect([parked.all(), expired]).toEqual([[], []]);
  });

  it('continue with their arguments in another order', () => {
    const { parked } = setUp();
    const record = aRecord();
    const first = call({ arguments: { a: 1, b: 2 } });
    parked.park(first, result({ requestState: 's' }), record);
    expect(parked.take(call({ requestState: 's', arguments: { b: 2, a: 1 } }))).toBe(record);
  });

  it('leave no timer behind', () => {
    const { parked, clock } = setUp();
    parked.park(...asked('s'), aRecord());
    parked.close();
    expect(clock.pending()).toBe(0);
  });

  it.each([undefined, 7, null])('cannot be parked without a state (%j)', (state) => {
    const { parked, expired } = setUp();
    expect(parked.park(...asked(state), aRecord())).toBe(false);
    expect([parked.all(), expired]).toEqual([[], []]);
  });

  it('expire if their client does not return', async () => {
    const { parked, expired, clock } = setUp();
    const record = aRecord();
    parked.park(...asked('s'), record);
    await clock.advance(15 * 60_000);
    expect(expired).toEqual([record]);
    expect(parked.take(call({ requestState: 's' }))).toBeUndefined();
  });

  it('do not expire once their client has returned', async () => {
    const { parked, expired, clock } = setUp();
    parked.park(...asked('s'), aRecord());
    parked.take(call({ requestState: 's' }));
    await clock.advance(60 * 60_000);
    expect(expired).toEqual([]);
  });
});

it('a record adds up its rounds, and keeps the latest decision', () => {
  const record = startRecord(call(), 's1');
  const failure = { at: 1, durationMs: 2, code: 3, message: 'gone' };
  const decision = { kind: 'ask', rule: 'r', reason: 'why' } as const;
  addRound(record, { ...call(), attempts: 2, failures: [failure], decision, approval: 'a' });
  expect(record).toMatchObject({ attempts: 2, failures: [failure], decision, approval: 'a' });
  addRound(record, { ...call(), attempts: 1, failures: [{ ...failure, at: 9 }] });
  expect(record).toMatchObject({ attempts: 3, failures: [{ at: 1 }, { at: 9 }], decision, approval: 'a' });
  const allowed = { ...decision, kind: 'allow' } as const;
  addRound(record, { ...call(), decision: allowed, approval: 'b' });
  expect(record).toMatchObject({ attempts: 3, decision: allowed, approval: 'b' });
});
