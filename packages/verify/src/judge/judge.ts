import { HINT_NAMES, type HintName, PERMISSIVE_HINTS } from '@toolmark/annotations';
import type { Change } from '../meaning/interpret.ts';
import type { Exercise, ToolObservation } from './observation.ts';
import type { HintVerdict, Verdict } from './verdict.ts';

/** An accusation needs this many runs in sandboxes of their own. */
export const RUNS_FOR_ACCUSATION = 3;

/** The signs that speak against a claim in one exercise. */
interface Signs {
  /** Each is a phrase for people; none if nothing speaks against the claim. */
  readonly against: readonly string[];
  /** Changes whose meaning is not understood. */
  readonly doubts: readonly string[];
  /** Whether the call did what the claim is about. */
  readonly isEffective: boolean;
}

/**
 * Compares what was seen of a tool with the permissive value of each hint. A counterexample is a proof, and silence is
 * not: `held` says only that nothing was seen.
 */
export function judge(observation: ToolObservation): readonly HintVerdict[] {
  return HINT_NAMES.map((hint) => {
    const judged = judgeHint(observation, hint);
    return { hint, claim: PERMISSIVE_HINTS[hint], declared: observation.declared[hint], ...judged };
  });
}

type Judged = Pick<HintVerdict, 'verdict' | 'because' | 'counterexample'>;

function judgeHint(observation: ToolObservation, hint: HintName): Judged {
  const { shared, isolated, channels } = observation;
  const all = [...shared, ...isolated];
  if (all.length === 0) return { verdict: 'not-tested', because: 'it was not called' };
  const signsOf = (exercise: Exercise): Signs => READ[hint](exercise, observation);
  // Only calls of the same arguments can confirm each other.
  const runs = isolated.map((exercise) => ({ exercise, signs: signsOf(exercise) }));
  const speaking = runs.filter(({ signs }) => signs.against.length > 0);
  const first = speaking[0];
  if (first !== undefined && speaking.length === runs.length && runs.length >= RUNS_FOR_ACCUSATION) {
    const effect = first.signs.against.join('; ');
    const steps = [...first.exercise.before, first.exercise.step];
    return { verdict: 'refuted', because: effect, counterexample: { steps, effect } };
  }
  if (first !== undefined && speaking.length < runs.length) {
    return {
      verdict: 'unstable',
      because: `${speaking.length} of ${runs.length} equal runs: ${first.signs.against.join('; ')}`,
    };
  }
  const suspicion = [...speaking.map(({ signs }) => signs), ...shared.map(signsOf)].find(
    ({ against }) => against.length > 0,
  );
  if (suspicion !== undefined) {
    const because = suspicion.against.join('; ');
    // With as many runs of its own as an accusation needs, what was seen among other tools was theirs.
    if (isolated.length < RUNS_FOR_ACCUSATION)
      return { verdict: 'unclear', because: `seen once, not confirmed: ${because}` };
  }
  const counted = isolated.length > 0 ? isolated : shared;
  const doubt = counted.map(signsOf).find(({ doubts }) => doubts.length > 0);
  if (doubt !== undefined) return { verdict: 'unclear', because: doubt.doubts.join('; ') };
  const unwatched = UNWATCHED[hint](channels);
  if (unwatched !== undefined) return { verdict: 'not-tested', because: unwatched };
  if (all.some((exercise) => signsOf(exercise).isEffective)) return { verdict: 'held', because: HELD[hint] };
  return silence(all);
}

function silence(all: readonly Exercise[]): { readonly verdict: Verdict; readonly because: string } {
  if (all.every(({ isBlocked }) => isBlocked))
    return { verdict: 'blocked', because: 'the sandbox made its calls fail' };
  const answered = all.some(({ outcome }) => outcome === 'answered');
  return { verdict: 'not-exercised', because: answered ? 'its calls had no effect' : 'no call succeeded' };
}

const HELD: Readonly<Record<HintName, string>> = {
  readOnlyHint: 'nothing changed',
  destructiveHint: 'nothing that was there before was lost',
  idempotentHint: 'a repetition changed nothing more',
  openWorldHint: 'nothing outside was contacted',
};

const UNWATCHED: Readonly<Record<HintName, (channels: ToolObservation['channels']) => string | undefined>> = {
  readOnlyHint: ({ files }) => (files === 'none' ? 'files were not watched' : undefined),
  destructiveHint: ({ files }) => (files === 'exact' || files === 'copy' ? undefined : 'changes were not watched'),
  idempotentHint: ({ files }) => (files === 'exact' || files === 'copy' ? undefined : 'changes were not watched'),
  openWorldHint: ({ network }) => (network === 'captured' ? undefined : 'the network was not watched'),
};

const READ: Readonly<Record<HintName, (exercise: Exercise, observation: ToolObservation) => Signs>> = {
  readOnlyHint: (exercise, { saysItWrites }) => ({
    against: [
      ...describeAll(counting(exercise.changes)),
      ...exercise.attempts.map((path) => `tried to write ${path}`),
      ...exercise.notices,
      ...exercise.answers.changed.map((name) => `${name} answers differently`),
    ],
    doubts: [],
    // A tool that says it writes and changed nothing was not really exercised.
    isEffective: exercise.outcome === 'answered' && !saysItWrites,
  }),
  destructiveHint: (exercise, { saysItWrites }) => {
    const changes = counting(exercise.changes);
    return {
      against: describeAll(changes.filter(({ effect }) => effect === 'destroys')),
      doubts: describeAll(changes.filter(({ effect }) => effect === 'unclear')),
      isEffective: exercise.outcome === 'answered' && (changes.length > 0 || !saysItWrites),
    };
  },
  idempotentHint: (exercise, { saysItWrites }) => ({
    against: [
      ...describeAll(counting(exercise.repeated ?? [])),
      ...exercise.answers.changedAgain.map((name) => `${name} answers differently again`),
    ],
    doubts: [],
    isEffective:
      exercise.outcome === 'answered' &&
      exercise.repeated !== undefined &&
      (counting(exercise.changes).length > 0 || exercise.answers.changed.length > 0 || !saysItWrites),
  }),
  openWorldHint: (exercise) => ({
    against: exercise.contacts.map((name) => `contacted ${name}`),
    doubts: [],
    isEffective: exercise.outcome === 'answered',
  }),
};

/** Caches, logs and rewritten files with the same meaning do not count. */
function counting(changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ noise }) => noise === undefined);
}

const SHOWN = 3;

function describeAll(changes: readonly Change[]): readonly string[] {
  const shown = changes.slice(0, SHOWN).map(({ path, detail }) => `${path}: ${detail}`);
  return changes.length > SHOWN ? [...shown, `${changes.length - SHOWN} more paths`] : shown;
}
