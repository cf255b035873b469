import { result } from '@toolmark/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import { modernCaller } from '../../core/fixtures/caller.ts';
import { type CallRecord, createCall } from '../../model/call.ts';
import type { Caller } from '../../model/caller.ts';
import { addRound, createInFlight, startRunning } from './in-flight.ts';

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
const running = (): CallRecord => ({ ...startRunning(call(), 's1'), isWritten: true });
const asked = (state: unknown) => {
  const reply = result({ resultType: 'input_required', requestState: state });
  return [call(), reply] as const;
};

function setUp() {
  const clock = createFakeClock();
  const expired: CallRecord[] = [];
  return { clock, expired, inFlight: createInFlight(clock, (each) => expired.push(each)) };
}

describe('calls under way', () => {
  it('are known until they end', () => {
    const { inFlight } = setUp();
    const [one, begun] = [call(), running()];
    expect(inFlight.of(one)).toBeUndefined();
    inFlight.add(one, begun);
    expect(inFlight.of(one)).toBe(begun);
    inFlight.end(one);
    expect(inFlight.of(one)).toBeUndefined();
  });

  it('are all there, whichever of them ended, and each under its number', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9 }), { maxLength: 60 }), (steps) => {
        const { inFlight } = setUp();
        const model = new Map<number, readonly [ReturnType<typeof call>, CallRecord]>();
        for (const seq of steps) {
          const known = model.get(seq);
          if (known === undefined) {
            const added = [
              { ...call(), seq },
              { ...running(), attempts: seq },
            ] as const;
            model.set(seq, added);
            inFlight.add(...added);
          } else {
            model.delete(seq);
            // Once more changes nothing.
            for (const _ of [1, 2]) inFlight.end(known[0]);
          }
          expect(
            inFlight
              .all()
              .map(({ running: { attempts } }) => attempts)
              .toSorted(),
          ).toEqual([...model.keys()].toSorted());
          for (const [number, [one, begun]] of model) {
            expect(inFlight.named(number)?.running).toBe(begun);
            expect(inFlight.of(one)).toBe(begun);
          }
        }
      }),
    );
  });

  it('end once, and cost no other its place', () => {
    const { inFlight } = setUp();
    const [one, two] = [call(), call()];
    const [begun, other] = [running(), running()];
    inFlight.add(one, begun);
    inFlight.add(two, other);
    const copy = { ...one };
    for (const each of [one, copy]) inFlight.end(each);
    expect(inFlight.all()).toEqual([{ call: two, running: other }]);
    expect(inFlight.all()[0]?.running).toBe(other);
  });

  it('go on under the state that came with the questions, once', () => {
    const { inFlight } = setUp();
    const begun = running();
    expect(inFlight.park(...asked('s'), begun)).toBe(true);
    const retry = call({ requestState: 's' });
    expect(inFlight.of(retry)).toBe(begun);
    expect(inFlight.of(call({ requestState: 's' }))).toBeUndefined();
    expect(inFlight.of(retry)).toBe(begun);
  });

  it.each<[string, Parameters<typeof call>]>([
    ['somebody else', [{ requestState: 's' }, { principal: 'another' }]],
    ['another client', [{ requestState: 's' }, { client: { name: 'another' } }]],
    ['another session', [{ requestState: 's' }, { session: 'another' }]],
    ['another tool', [{ requestState: 's', name: 'delete_note' }]],
    ['other arguments', [{ requestState: 's', arguments: { id: 2 } }]],
    ['another state', [{ requestState: 't' }]],
  ])('do not go on for %s', (_, given) => {
    const { inFlight } = setUp();
    inFlight.park(...asked('s'), running());
    expect(inFlight.of(call(...given))).toBeUndefined();
  });

  it('that were asked the same at the same time go on one by one, and none of them ends the other', () => {
    const { inFlight, expired } = setUp();
    const [one, two] = [running(), running()];
    inFlight.park(...asked('s'), one);
    inFlight.park(...asked('s'), two);
    expect(inFlight.of(call({ requestState: 's' }))).toBe(one);
    expect(inFlight.of(call({ requestState: 's' }))).toBe(two);
    expect(expired).toEqual([]);
  });

  it('go on with their arguments in another order', () => {
    const { inFlight } = setUp();
    const begun = running();
    const first = call({ arguments: { a: 1, b: 2 } });
    inFlight.park(first, result({ requestState: 's' }), begun);
    expect(inFlight.of(call({ requestState: 's', arguments: { b: 2, a: 1 } }))).toBe(begun);
  });

  it('leave no timer behind', () => {
    const { inFlight, clock } = setUp();
    inFlight.park(...asked('s'), running());
    inFlight.close();
    expect(clock.pending()).toBe(0);
  });

  it('are written again when the journal has lost them', () => {
    const { inFlight } = setUp();
    const [one, two] = [running(), running()];
    inFlight.add(call(), one);
    inFlight.park(...asked('s'), two);
    inFlight.forgetWritten();
    expect([one.isWritten, two.isWritten]).toEqual([false, false]);
  });

  it.each([undefined, 7, null])('cannot go on without a state (%j)', (state) => {
    const { inFlight, expired } = setUp();
    expect(inFlight.park(...asked(state), running())).toBe(false);
    expect(expired).toEqual([]);
  });

  it('expire when nobody comes back', async () => {
    const { inFlight, expired, clock } = setUp();
    const begun = running();
    inFlight.park(...asked('s'), begun);
    await clock.advance(15 * 60_000);
    expect(expired).toEqual([begun]);
    expect(inFlight.of(call({ requestState: 's' }))).toBeUndefined();
  });

  it('are found by the number of the request that they go on with', () => {
    const { inFlight } = setUp();
    const begun = running();
    inFlight.park(...asked('s'), begun);
    expect(inFlight.named(1)).toBeUndefined();
    const retry = { ...call({ requestState: 's' }), seq: 2 };
    inFlight.of(retry);
    expect([inFlight.named(1), inFlight.named(2)]).toEqual([undefined, { call: retry, running: begun }]);
    inFlight.end(retry);
    expect(inFlight.named(2)).toBeUndefined();
  });

  it('remember what was done over all rounds, and what was decided last', () => {
    const begun = startRunning(call(), 's1');
    const failure = { at: 1, durationMs: 2, code: 3, message: 'gone' };
    const decision = { kind: 'ask', rule: 'r', reason: 'why' } as const;
    addRound(begun, { ...call(), attempts: 2, failures: [failure], decision, approval: 'a' });
    expect(begun).toMatchObject({ attempts: 2, failures: [failure], decision, approval: 'a' });
    addRound(begun, { ...call(), attempts: 1, failures: [{ ...failure, at: 9 }] });
    expect(begun).toMatchObject({ attempts: 3, failures: [{ at: 1 }, { at: 9 }], decision, approval: 'a' });
    const allowed = { ...decision, kind: 'allow' } as const;
    addRound(begun, { ...call(), decision: allowed, approval: 'b' });
    expect(begun).toMatchObject({ attempts: 3, decision: allowed, approval: 'b' });
  });

  it('do not expire once somebody came back', async () => {
    const { inFlight, expired, clock } = setUp();
    inFlight.park(...asked('s'), running());
    inFlight.of(call({ requestState: 's' }));
    await clock.advance(60 * 60_000);
    expect(expired).toEqual([]);
  });
});
