import { describe, expect, it } from 'vitest';
import type { Begin, RoundEntry } from '../../record/entry.ts';
import { callOf, endWith, READ } from '../../record/fixtures/calls.ts';
import { createBegins } from './begins.ts';
import { startRunning, type UnderWay } from './in-flight.ts';
import { createNoRecorder } from './no-recorder.ts';
import { toEndWithoutBodies } from './to-end.ts';

const recorder = createNoRecorder(() => 0);

function setUp() {
  const written: string[] = [];
  const begins = createBegins({
    outbox: {
      add: (entry) =>
        void written.push(
          `${entry.kind} ${'seq' in entry ? entry.seq : ''}${'round' in entry ? `.${entry.round}` : ''}`,
        ),
      addCall: ({ seq }) => void written.push(`call ${seq}`),
    },
    toBegin: ({ running }) => ({ kind: 'begin', seq: running.seq }) as Begin,
  });
  const began = (seq: number, at: number): UnderWay => {
    const call = { ...callOf(recorder, READ, { now: at }), seq };
    const underWay = { call, running: startRunning(call, 'session') };
    begins.add(underWay.running);
    return underWay;
  };
  const end = (underWay: UnderWay): void => {
    endWith(recorder, underWay.call);
    begins.end(underWay, toEndWithoutBodies(underWay.call, underWay.running, 200));
  };
  return { begins, written, began, end };
}

it('writes a read that was over at once together with its end', () => {
  const { written, began, end } = setUp();
  end(began(1, 100));
  expect(written).toEqual(['call 1']);
});

it('writes those that run for a while, each once, and leaves those that began just now', () => {
  const { begins, written, began, end } = setUp();
  const [old, young] = [began(1, 100), began(2, 140)];
  expect(begins.writeFresh([old, young], 125)).toBe(true);
  expect(written).toEqual(['begin 1']);
  end(old);
  expect(begins.writeFresh([young], 175)).toBe(false);
  expect(begins.writeFresh([young])).toBe(false);
  end(young);
  expect(written).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2']);
});

describe('a later round', () => {
  const roundOf = ({ running: { seq, rounds } }: UnderWay): RoundEntry => ({
    kind: 'round',
    seq,
    round: rounds.length + 1,
    at: 0,
    others: { text: '{}', bytes: 2, isCut: false, redactions: 0 },
  });

  it('is written behind the beginning and before the end, once', () => {
    const { begins, written, began, end } = setUp();
    const call = began(1, 100);
    begins.addRound(call, roundOf(call));
    begins.addRound(call, roundOf(call));
    begins.write(call);
    end(call);
    expect(written).toEqual(['begin 1', 'round 1.1', 'round 1.2', 'end 1']);
  });

  it('is written again with its call after the journal has lost both', () => {
    const { begins, written, began, end } = setUp();
    const call = began(1, 100);
    begins.addRound(call, roundOf(call));
    call.running.isWritten = false;
    end(call);
    expect(written.slice(2)).toEqual(['begin 1', 'round 1.1', 'end 1']);
  });
});
