import { HINT_NAMES, type HintName } from '@toolmark/annotations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change, Effect } from '../meaning/interpret.ts';
import { judge, RUNS_FOR_ACCUSATION } from './judge.ts';
import type { Exercise, ToolObservation } from './observation.ts';
import type { Verdict } from './verdict.ts';

const changed = (effect: Effect, noise?: string): Change => ({
  ...{ path: '/data/a', kind: 'changed', format: 'json', detail: 'changed' },
  effect,
  noise,
});

const exercise = (parts: Partial<Exercise> = {}): Exercise => ({
  step: { call: 'tool', arguments: {} },
  before: [],
  outcome: 'answered',
  isBlocked: false,
  changes: [],
  repeated: [],
  contacts: [],
  attempts: [],
  notices: [],
  answers: { asked: 0, changed: [], changedAgain: [] },
  ...parts,
});

const observation = (parts: Partial<ToolObservation>): ToolObservation => ({
  tool: 'tool',
  declared: {},
  saysItWrites: false,
  rung: 'overlay',
  channels: { files: 'exact', network: 'captured', processes: 'traced' },
  shared: [],
  isolated: [],
  ...parts,
});

const verdictOn = (hint: HintName, parts: Partial<ToolObservation>): Verdict | undefined =>
  judge(observation(parts)).find((verdict) => verdict.hint === hint)?.verdict;

const times = (count: number, one: Exercise): readonly Exercise[] => Array.from({ length: count }, () => one);

describe('judge', () => {
  const writing = exercise({ changes: [changed('destroys')] });
  it.each<[string, HintName, Partial<ToolObservation>, Verdict]>([
    ['nothing was called', 'readOnlyHint', {}, 'not-tested'],
    ['quiet runs', 'readOnlyHint', { shared: [exercise()], isolated: [exercise()] }, 'held'],
    ['three runs that write', 'readOnlyHint', { isolated: times(3, writing) }, 'refuted'],
    ['two runs that write are not enough', 'readOnlyHint', { isolated: times(2, writing) }, 'unclear'],
    ['only some runs write', 'readOnlyHint', { isolated: [writing, exercise(), writing] }, 'unstable'],
    ['seen among other tools only', 'readOnlyHint', { shared: [writing] }, 'unclear'],
    [
      'seen among other tools, not in three own runs',
      'readOnlyHint',
      { shared: [writing], isolated: times(3, exercise()) },
      'held',
    ],
    [
      'a swallowed attempt to write',
      'readOnlyHint',
      { isolated: times(3, exercise({ attempts: ['/usr/x'] })) },
      'refuted',
    ],
    ['only caches', 'readOnlyHint', { isolated: times(3, exercise({ changes: [changed('adds', 'cache')] })) }, 'held'],
    [
      'it says that it writes, and changed nothing',
      'readOnlyHint',
      { saysItWrites: true, shared: [exercise()] },
      'not-exercised',
    ],
    ['no call succeeded', 'readOnlyHint', { shared: [exercise({ outcome: 'failed' })] }, 'not-exercised'],
    [
      'the sandbox made it fail',
      'readOnlyHint',
      { shared: [exercise({ outcome: 'failed', isBlocked: true })] },
      'blocked',
    ],
    ['something was lost', 'destructiveHint', { isolated: times(3, writing) }, 'refuted'],
    [
      'bytes changed, meaning unknown',
      'destructiveHint',
      { isolated: times(3, exercise({ changes: [changed('unclear')] })) },
      'unclear',
    ],
    ['only additions', 'destructiveHint', { isolated: times(3, exercise({ changes: [changed('adds')] })) }, 'held'],
    [
      'writes fail here',
      'destructiveHint',
      { channels: { files: 'denied', network: 'denied', processes: 'none' }, shared: [exercise()] },
      'not-tested',
    ],
    [
      'a repetition adds',
      'idempotentHint',
      { isolated: times(3, exercise({ changes: [changed('adds')], repeated: [changed('adds')] })) },
      'refuted',
    ],
    [
      'a repetition changes nothing',
      'idempotentHint',
      { isolated: times(3, exercise({ changes: [changed('adds')] })) },
      'held',
    ],
    ['never repeated', 'idempotentHint', { isolated: [exercise({ repeated: undefined })] }, 'not-exercised'],
    ['a contact', 'openWorldHint', { isolated: times(3, exercise({ contacts: ['example.net'] })) }, 'refuted'],
    ['no contact', 'openWorldHint', { isolated: [exercise()] }, 'held'],
    [
      'the network is off',
      'openWorldHint',
      { channels: { files: 'exact', network: 'denied', processes: 'none' }, isolated: [exercise()] },
      'not-tested',
    ],
  ])('%s', (_name, hint, parts, verdict) => {
    expect(verdictOn(hint, parts)).toBe(verdict);
  });

  it('gives the counterexample with the calls before it', () => {
    const before = [{ call: 'make', arguments: { a: 1 } }];
    const [verdict] = judge(observation({ isolated: times(3, exercise({ before, changes: [changed('adds')] })) }));
    expect(verdict?.counterexample).toEqual({
      steps: [...before, { call: 'tool', arguments: {} }],
      effect: '/data/a: changed',
    });
  });

  const exercises = fc.array(
    fc.record({
      outcome: fc.constantFrom('answered', 'failed', 'failed in words', 'no answer'),
      isBlocked: fc.boolean(),
      changes: fc.array(
        fc.record({
          effect: fc.constantFrom('adds', 'destroys', 'unclear'),
          noise: fc.option(fc.constant('cache'), { nil: undefined }),
        }),
        { maxLength: 2 },
      ),
      contacts: fc.array(fc.constant('example.net'), { maxLength: 1 }),
    }),
    { maxLength: 4 },
  );
  const toExercise = ({
    changes,
    ...rest
  }: {
    readonly changes: readonly { readonly effect: string; readonly noise: string | undefined }[];
  }) => exercise({ ...rest, changes: changes.map(({ effect, noise }) => changed(effect as Effect, noise)) });

  it('never refutes without as many own runs as an accusation needs', () => {
    fc.assert(
      fc.property(exercises, exercises, (shared, isolated) => {
        const verdicts = judge(observation({ shared: shared.map(toExercise), isolated: isolated.map(toExercise) }));
        if (isolated.length < RUNS_FOR_ACCUSATION)
          expect(verdicts.every(({ verdict }) => verdict !== 'refuted')).toBe(true);
      }),
    );
  });

  it('never holds a claim against which an own run speaks, and gives a verdict on each hint', () => {
    fc.assert(
      fc.property(exercises, (isolated) => {
        const verdicts = judge(observation({ isolated: isolated.map(toExercise) }));
        expect(verdicts.map(({ hint }) => hint)).toEqual(HINT_NAMES);
        const isWriting = isolated.some(({ changes }) => changes.some(({ noise }) => noise === undefined));
        if (isWriting) expect(verdicts[0]?.verdict).not.toBe('held');
        if (isolated.some(({ contacts }) => contacts.length > 0)) expect(verdicts[3]?.verdict).not.toBe('held');
      }),
    );
  });
});
