import { ok } from '@toolmark/annotations';
import { type RpcReply, result } from '@toolmark/base';
import { DEFAULT_RECORD } from '@toolmark/config';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import type { Call } from '../../model/call.ts';
import { createCallRecording } from './call-recording.ts';
import { callOf, DELETE, endWith, READ } from './fixtures/calls.ts';
import { createNoRecorder } from './no-recorder.ts';
import { createSanitizer } from './sanitizer.ts';

const recorder = createNoRecorder(() => 0);
const DONE = result({ content: [] });

function setUp() {
  const written: string[] = [];
  const errors: object[] = [];
  const clock = createFakeClock();
  const calls = createCallRecording({
    outbox: {
      add: (entry) =>
        void written.push(
          `${entry.kind} ${'seq' in entry ? entry.seq : ''}${'round' in entry ? `.${entry.round}` : ''}`,
        ),
      addCall: ({ seq }) => void written.push(`call ${seq}`),
    },
    sessions: { of: () => 'session', touch: (id) => void written.push(`touched ${id}`) },
    versions: { of: () => 'version' },
    sanitizer: () => createSanitizer(DEFAULT_RECORD),
    digest: undefined,
    onExpired: () => {},
    clock,
    log: { error: (fields) => void errors.push(fields) },
  });
  const began = (seq: number, now: number, tool = READ): Call => {
    const call = { ...callOf(recorder, tool, { now }), seq };
    calls.begin(call);
    return call;
  };
  const end = (call: Call): void => {
    endWith(recorder, call);
    calls.end(call, DONE, DONE);
  };
  const entries = () => written.filter((entry) => !entry.startsWith('touched'));
  return { calls, written, entries, errors, began, end };
}

it('writes a read that is over before the next tick as one entry, and then touches its session', () => {
  const { written, began, end } = setUp();
  end(began(1, 100));
  expect(written).toEqual(['call 1', 'touched session']);
});

it('writes the beginning of a call that may change something at once', () => {
  const { entries, began, end } = setUp();
  const call = began(1, 100, DELETE);
  expect(entries()).toEqual(['begin 1']);
  end(call);
  expect(entries()).toEqual(['begin 1', 'end 1']);
});

it('writes reads that take longer, each beginning once, and leaves those that began just now', () => {
  const { calls, entries, began, end } = setUp();
  const [old, young] = [began(1, 100), began(2, 140)];
  expect(calls.writeDeferred(125)).toBe(true);
  expect(entries()).toEqual(['begin 1']);
  end(old);
  expect(calls.writeDeferred(175)).toBe(false);
  expect(calls.writeDeferred()).toBe(false);
  end(young);
  expect(entries()).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2']);
});

it('finds each call in progress by its number, whichever others have ended', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 9 }), { maxLength: 60 }), (steps) => {
      const { calls, began, end } = setUp();
      const running = new Map<number, Call>();
      for (const seq of steps) {
        const known = running.get(seq);
        if (known === undefined) running.set(seq, began(seq, 100));
        else {
          running.delete(seq);
          end(known);
        }
        for (let each = 0; each <= 9; each++) expect(calls.reveal(each)?.id).toBe(running.get(each)?.record?.id);
      }
    }),
  );
});

it('writes beginnings and parked calls again after the journal was lost', () => {
  const { calls, entries, began, end } = setUp();
  const [one, two] = [began(1, 100, DELETE), began(2, 100, DELETE)];
  two.status = 'waiting';
  const asked = result({ resultType: 'input_required', requestState: 's' });
  calls.end(two, asked, asked);
  calls.forgetWritten();
  end(one);
  const retry = { ...callOf(recorder, DELETE, { now: 200, params: { requestState: 's' } }), seq: 3 };
  calls.begin(retry);
  expect(retry.record?.id).toBe(two.record?.id);
  expect(entries()).toEqual(['begin 1', 'begin 2', 'call 1', 'begin 2']);
});

it('writes the beginning of a read that a person is asked about', () => {
  const { calls, entries, began } = setUp();
  const call = began(1, 100);
  expect(calls.reveal(call.seq)?.id).toBe(call.record?.id);
  expect(calls.reveal(7)).toBeUndefined();
  expect(entries()).toEqual(['begin 1']);
});

it('records a call that ended although its result cannot be written', () => {
  const { calls, entries, errors, began } = setUp();
  const call = began(1, 100);
  const reply: RpcReply = {
    kind: 'result',
    get result(): never {
      throw new Error('broken');
    },
  };
  call.status = 'ok';
  calls.end(call, reply, reply);
  expect([entries(), errors]).toEqual([['call 1'], [{ error: 'broken' }]]);
});

describe('a later round', () => {
  const ANSWERS = { inputResponses: { name: { action: 'accept', content: { name: 'ada' } } } };

  it('is written behind the beginning and before the end, once', () => {
    const { calls, entries, began, end } = setUp();
    const call = began(1, 100);
    expect(calls.answered(call, ANSWERS)).toEqual(ok(undefined));
    expect(calls.answered(call, ANSWERS)).toEqual(ok(undefined));
    calls.writeDeferred();
    end(call);
    expect(entries()).toEqual(['begin 1', 'round 1.1', 'round 1.2', 'end 1']);
  });

  it('is written again with its call after the journal was lost', () => {
    const { calls, entries, began, end } = setUp();
    const call = began(1, 100);
    calls.answered(call, ANSWERS);
    calls.forgetWritten();
    end(call);
    expect(entries().slice(2)).toEqual(['begin 1', 'round 1.1', 'end 1']);
  });

  it('is refused once the call has ended', () => {
    const { calls, entries, began, end } = setUp();
    const call = began(1, 100);
    end(call);
    expect(calls.answered(call, ANSWERS)).toMatchObject({ ok: false });
    expect(entries()).toEqual(['call 1']);
  });
});
