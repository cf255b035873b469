import {
  comparePin,
  describeHintChanges,
  HINT_NAMES,
  type HintName,
  PERMISSIVE_HINTS,
  type Pin,
  type PinAcceptance,
  type PinComparison,
  type Resolution,
  type ToolPrint,
} from '@toolmark/annotations';

/** A tool held against its pin. */
export interface AgainstPin {
  /** By what the server says, whether or not it counts. */
  readonly change: PinComparison;
  /** Where it allows more than when it was pinned. */
  readonly relaxed: readonly Relaxation[];
  /** Whoever accepted this very definition. */
  readonly accepted: PinAcceptance | undefined;
}

interface Relaxation {
  /** What the server has changed for it. */
  readonly by: 'hints' | 'words';
  /** Half a sentence. */
  readonly detail: string;
}

const SAME: PinComparison = Object.freeze({ hints: 'same', prose: 'same', meaning: 'same' });

/**
 * Only hints that rest on the server's word can relax a tool. What a person set stays as it is whatever the server says, and so
 * does what the server is not believed. A claim beyond those that a person has reviewed is not believed yet either, but who
 * makes one after the review is held: the person has looked at another tool.
 */
export function holdAgainstPin(pin: Pin, now: ToolPrint, resolution: Resolution): AgainstPin {
  if (pin.hints === now.hints && pin.prose === now.prose) {
    return { change: SAME, relaxed: [], accepted: pin.accepted };
  }
  const change = comparePin(pin, now);
  if (change.hints !== 'relaxed' && change.meaning !== 'relaxed') return { change, relaxed: [], accepted: undefined };
  const ignored = ignoredOf(pin, resolution);
  const [was, is] = [whatCounts(pin.hints, [], ignored, resolution), whatCounts(now.hints, [], ignored, resolution)];
  const relaxed: Relaxation[] = [];
  if (isRelaxed(was, is)) relaxed.push({ by: 'hints', detail: describeHintChanges(was, is).join(', ') });
  const words = wordsTakenBack(pin, now, ignored, resolution);
  // A class of which the words say nothing: it may have been written into the lock by hand.
  const isOtherwise = relaxed.length === 0 && change.meaning === 'relaxed' && !isSettled(ignored, resolution);
  if (words !== undefined) relaxed.push({ by: 'words', detail: words });
  else if (isOtherwise) relaxed.push({ by: 'words', detail: `it ${countsAs(pin, now)}` });
  return { change, relaxed, accepted: undefined };
}

const isRelaxed = (was: string, is: string): boolean =>
  comparePin({ hints: was, prose: '' }, { hints: is, prose: '' }).hints === 'relaxed';

/** Whether words that made the tool stricter than its hints are gone, in half a sentence. */
function wordsTakenBack(
  pin: Pin,
  now: ToolPrint,
  ignored: readonly HintName[],
  resolution: Resolution,
): string | undefined {
  const { contradicted: before = [] } = pin;
  const { contradicted: after = [] } = now;
  const gone = before.filter((hint) => !after.includes(hint) && !isSet(resolution, hint));
  const was = whatCounts(pin.hints, before, ignored, resolution);
  const is = whatCounts(now.hints, after, ignored, resolution);
  if (gone.length === 0 || !isRelaxed(was, is)) return undefined;
  const claims = gone.map((hint) => `${hint}=${PERMISSIVE_HINTS[hint]}`).join(' and ');
  return `they no longer speak against ${claims}, so that it ${countsAs(pin, now)}`;
}

const countsAs = (pin: Pin, now: ToolPrint): string =>
  pin.class === now.class ? 'may do more' : `counts as ${now.class} and no longer as ${pin.class}`;

const isSet = ({ hints }: Resolution, hint: HintName): boolean =>
  hints[hint].source === 'override' || hints[hint].source === 'verified';

/** Declared hints that do not count, whatever they say. */
const ignoredOf = ({ reviewed }: Pin, { hints, unreviewed }: Resolution): readonly HintName[] =>
  HINT_NAMES.filter((hint) => {
    const isDisbelieved = hints[hint].source === 'default' && hints[hint].declared !== undefined;
    return isDisbelieved && !(reviewed !== undefined && unreviewed.includes(hint));
  });

/** Whether the class rests on something else than the server's word. */
const isSettled = (ignored: readonly HintName[], resolution: Resolution): boolean =>
  (['readOnlyHint', 'destructiveHint'] as const).some((hint) => isSet(resolution, hint) || ignored.includes(hint));

/**
 * A fingerprint of hints in which those that do not rest on the server's word are what they are instead, and those that its own
 * words contradict are what these say.
 */
function whatCounts(
  fingerprint: string,
  contradicted: readonly HintName[],
  ignored: readonly HintName[],
  resolution: Resolution,
): string {
  const isReadOnly = isSet(resolution, 'readOnlyHint') && resolution.hints.readOnlyHint.value;
  // In the order of the names, as the lock has seen to when it was read.
  return fingerprint
    .split(' ')
    .map((statement, index) => {
      const hint = HINT_NAMES[index];
      if (hint === undefined) return statement;
      const as = (stated: unknown): string => `${statement.split('=', 1)[0]}=${stated}`;
      // On a tool that is known to be read-only these say nothing.
      if (isReadOnly && (hint === 'destructiveHint' || hint === 'idempotentHint')) return as('absent');
      if (isSet(resolution, hint)) return as(resolution.hints[hint].value);
      if (ignored.includes(hint)) return as('absent');
      return contradicted.includes(hint) ? as(!PERMISSIVE_HINTS[hint]) : statement;
    })
    .join(' ');
}
