import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../base/src/fixtures/fake-clock.ts';
import { ADD, READ } from '../calls/record/fixtures/calls.ts';
import { legacyCaller, modernCaller } from '../core/fixtures/caller.ts';
import type { CallSession } from '../model/call.ts';
import { NEW_SESSION } from '../model/policy-call.ts';
import { createSessionLedger, type LedgerDeps } from './session-ledger.ts';

const MINUTE = 60_000;

function setUp(stored: LedgerDeps['stored'] = async () => undefined) {
  const clock = createFakeClock();
  const ledger = createSessionLedger({ now: clock.now, idleMs: 30 * MINUTE, stored });
  const ada = (session = 's1') => ({ caller: legacyCaller({ session }), params: {} });
  const now = (use: ReturnType<typeof ada>): CallSession => {
    const entry = ledger.of(use);
    if (entry instanceof Promise) throw new Error('should have been known at once');
    return entry;
  };
  return { clock, ledger, ada, now };
}

describe('the ledger of sessions', () => {
  it('knows what a session has done, from the moment it did it', () => {
    const { ada, now } = setUp();
    expect(now(ada()).facts()).toEqual(NEW_SESSION);
    now(ada()).countCall(ADD);
    expect(now(ada()).facts()).toEqual({ risk: { ...NEW_SESSION.risk, open_world_write: true }, calls: 1 });
    now(ada()).countCall(READ);
    expect(now(ada()).facts().risk.private_data_read).toBe(false);
    now(ada()).countAnswer(READ, false);
    expect(now(ada()).facts().risk.private_data_read).toBe(false);
    now(ada()).countAnswer(READ, true);
    expect(now(ada()).facts()).toMatchObject({ risk: { private_data_read: true }, calls: 2 });
  });

  it('does not let what was handed out change', () => {
    const { ada, now } = setUp();
    const before = now(ada()).facts();
    now(ada()).countCall(ADD);
    expect(before).toEqual(NEW_SESSION);
    expect(now(ada('s2')).facts()).toEqual(NEW_SESSION);
  });

  it('keeps sessions apart, and forgets one whose client has left or was idle', async () => {
    const { clock, ledger, ada, now } = setUp();
    now(ada('s1')).countCall(ADD);
    now(ada('s2')).countCall(ADD);
    expect(now(ada('s1')).key).not.toBe(now(ada('s2')).key);
    ledger.forget('s1');
    expect(now(ada('s1')).facts().calls).toBe(0);
    await clock.advance(29 * MINUTE);
    expect(now(ada('s2')).facts().calls).toBe(1);
    await clock.advance(30 * MINUTE);
    expect(now(ada('s2')).facts().calls).toBe(0);
  });

  describe('of a conversation that has a name', () => {
    const use = { caller: modernCaller({ conversation: 'trip' }), params: {} };
    it('goes on with what is stored of it, asking once', async () => {
      let asked = 0;
      const { ledger } = setUp(async () => {
        asked += 1;
        return { risks: ['untrusted_content_seen'], calls: 7 };
      });
      const [one, other] = await Promise.all([ledger.of(use), ledger.of(use)]);
      expect(one).toBe(other);
      expect(one.facts()).toEqual({
        risk: { private_data_read: false, untrusted_content_seen: true, open_world_write: false },
        calls: 7,
      });
      expect(ledger.of(use)).toBe(one);
      expect(asked).toBe(1);
    });

    it('is taken for one that has done everything where nobody can tell', async () => {
      const { ledger } = setUp(() => Promise.reject(new Error('the disk is gone')));
      const risk = { private_data_read: true, untrusted_content_seen: true, open_world_write: true };
      expect((await ledger.of(use)).facts().risk).toEqual(risk);
    });

    it('is looked up again with the next call, and keeps what it did meanwhile', async () => {
      let isGone = true;
      const { ledger } = setUp(() =>
        isGone ? Promise.reject(new Error('busy')) : Promise.resolve({ risks: ['untrusted_content_seen'], calls: 7 }),
      );
      const entry = await ledger.of(use);
      entry.countCall(ADD);
      isGone = false;
      const facts = (await ledger.of(use)).facts();
      expect(facts).toEqual({
        risk: { private_data_read: false, untrusted_content_seen: true, open_world_write: true },
        calls: 8,
      });
      expect(ledger.of(use)).toBe(entry);
    });

    it('is new where nothing is stored of it', async () => {
      const { ledger } = setUp();
      expect((await ledger.of(use)).facts()).toEqual(NEW_SESSION);
    });
  });

  it('does not grow for ever', () => {
    const { ada, now } = setUp();
    now(ada('first')).countCall(ADD);
    for (let n = 0; n < 10_000; n++) now(ada(`s${n}`));
    expect(now(ada('first')).facts().calls).toBe(0);
  });
});
