import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../call/middleware.ts';
import { fail, ok, type ToolOutcome } from '../outcome/outcome.ts';
import { type CallEvent, instrument } from './instrument.ts';
import { createMetrics } from './metrics.ts';

function callOf(name: string): ToolCall & { readonly reported: unknown[] } {
  const reported: unknown[] = [];
  return {
    tool: { name },
    args: {},
    context: { signal: new AbortController().signal, auth: undefined, progress: async () => {}, sdk: undefined },
    report: (error) => void reported.push(error),
    reported,
  };
}

/** A clock that is advanced by hand. */
function createClock() {
  let time = 1_000;
  return { now: () => time, take: (ms: number) => (time += ms) };
}

describe('instrument', () => {
  const question: ToolOutcome = { ...ok(1), kind: 'input_required', result: { resultType: 'input_required' } };
  it.each<[string, ToolOutcome, Partial<CallEvent>]>([
    ['a success', ok(1), { outcome: 'ok' }],
    ['a question', question, { outcome: 'ok' }],
    ['a failure', fail('NOT_FOUND', 'x'), { outcome: 'error', errorCode: 'NOT_FOUND' }],
    ['a caller without a scope', fail('FORBIDDEN', 'x'), { outcome: 'denied', errorCode: 'FORBIDDEN' }],
    ['a caller without a token', fail('UNAUTHENTICATED', 'x'), { outcome: 'denied', errorCode: 'UNAUTHENTICATED' }],
  ])('records %s', async (_, outcome, expected) => {
    const clock = createClock();
    const events: CallEvent[] = [];
    const step = instrument({ record: (event) => void events.push(event) }, clock);
    const result = await step(callOf('a'), async () => {
      clock.take(25);
      return outcome;
    });
    expect(result).toBe(outcome);
    expect(events).toEqual([{ tool: 'a', durationMs: 25, ...expected }]);
  });

  it('records an inner step that throws, and rethrows', async () => {
    const events: CallEvent[] = [];
    const step = instrument({ record: (event) => void events.push(event) }, { now: () => 0 });
    const broken = new Error('broken');
    await expect(step(callOf('a'), () => Promise.reject(broken))).rejects.toBe(broken);
    expect(events).toEqual([{ tool: 'a', durationMs: 0, outcome: 'error', errorCode: 'INTERNAL' }]);
  });

  it('does not let a failing sink fail the call', async () => {
    const down = new Error('down');
    const call = callOf('a');
    const step = instrument({
      record: () => {
        throw down;
      },
    });
    expect(await step(call, async () => ok(1))).toEqual(ok(1));
    expect(call.reported).toEqual([down]);
  });
});

describe('createMetrics', () => {
  it('counts by tool', () => {
    const metrics = createMetrics();
    expect(metrics.snapshot()).toEqual({});
    metrics.record({ tool: 'a', durationMs: 10, outcome: 'ok' });
    metrics.record({ tool: 'a', durationMs: 30, outcome: 'error', errorCode: 'NOT_FOUND' });
    metrics.record({ tool: 'a', durationMs: 20, outcome: 'error', errorCode: 'NOT_FOUND' });
    metrics.record({ tool: 'b', durationMs: 1, outcome: 'denied', errorCode: 'FORBIDDEN' });
    expect(metrics.snapshot()).toEqual({
      a: { calls: 3, ok: 1, errors: 2, denied: 0, errorCodes: { NOT_FOUND: 2 }, totalMs: 60, meanMs: 20, maxMs: 30 },
      b: { calls: 1, ok: 0, errors: 0, denied: 1, errorCodes: { FORBIDDEN: 1 }, totalMs: 1, meanMs: 1, maxMs: 1 },
    });
  });

  it('takes a snapshot that later calls do not change', () => {
    const metrics = createMetrics();
    metrics.record({ tool: 'a', durationMs: 10, outcome: 'ok' });
    const before = metrics.snapshot();
    metrics.record({ tool: 'a', durationMs: 10, outcome: 'ok' });
    expect(before['a']?.calls).toBe(1);
  });
});
