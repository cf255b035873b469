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

/** The comparison of a tool with its pin. */
export interface AgainstPin {
  /** The changes of the definition, whether or not they change the effective hints. */
  readonly change: PinComparison;
  /** The changes that relax the effective hints. */
  readonly relaxed: readonly Relaxation[];
  /** The acceptance of exactly this definition, if any. */
  readonly accepted: PinAcceptance | undefined;
}

interface Relaxation {
  /** The part of the definition that changed. */
  readonly by: 'hints' | 'words';
  /** A clause. */
  readonly detail: string;
}

const SAME: PinComparison = Object.freeze({ hints: 'same', prose: 'same', meaning: 'same' });

/**
 * Compares a tool with its pin. Only hints that count because the server declared them can relax a tool: an override or a proof does not
 * change with the definition, and an untrusted claim does not count. A new claim after a review does not count either, but it relaxes:
 * the person has reviewed another definition.
 */
export function compareWithPin(pin: Pin, now: ToolPrint, resolution: Resolution): AgainstPin {
  if (pin.hints === now.hints && pin.prose === now.prose) {
    return { change: SAME, relaxed: [], accepted: pin.accepted };
  }
  const change = comparePin(pin, now);
  if (change.hints !== 'relaxed' && change.meaning !== 'relaxed') return { change, relaxed: [], accepted: undefined };
  const ignored = ignoredOf(pin, resolution);
  const [was, is] = [
    countedHints(pin.hints, [], ignored, resolution),
    countedHints(now.hints, [], ignored, resolution),
  ];
  const relaxed: Relaxation[] = [];
  if (isRelaxed(was, is)) relaxed.push({ by: 'hints', detail: describeHintChanges(was, is).join(', ') });
  const words = removedContradictions(pin, now, ignored, resolution);
  // The class changed without a change of hints or contradictions, for example because a person edited the lock.
  const isOtherwise = relaxed.length === 0 && change.meaning === 'relaxed' && !isSettled(ignored, resolution);
  if (words !== undefined) relaxed.push({ by: 'words', detail: words });
  else if (isOtherwise) relaxed.push({ by: 'words', detail: `it ${countsAs(pin, now)}` });
  return { change, relaxed, accepted: undefined };
}

const isRelaxed = (was: string, is: string): boolean =>
  comparePin({ hints: was, prose: '' }, { hints: is, prose: '' }).hints === 'relaxed';

/** A clause about removed words that had contradicted the hints, and so made the tool stricter; `undefined` if there are none. */
function removedContradictions(
  pin: Pin,
  now: ToolPrint,
  ignored: readonly HintName[],
  resolution: Resolution,
): string | undefined {
  const { contradicted: before = [] } = pin;
  const { contradicted: after = [] } = now;
  const gone = before.filter((hint) => !after.includes(hint) && !isSet(resolution, hint));
  const was = countedHints(pin.hints, before, ignored, resolution);
  const is = countedHints(now.hints, after, ignored, resolution);
  if (gone.length === 0 || !isRelaxed(was, is)) return undefined;
  const claims = gone.map((hint) => `${hint}=${PERMISSIVE_HINTS[hint]}`).join(' and ');
  return `they no longer speak against ${claims}, so that it ${countsAs(pin, now)}`;
}

const countsAs = (pin: Pin, now: ToolPrint): string =>
  pin.class === now.class ? 'may do more' : `counts as ${now.class} and no longer as ${pin.class}`;

const isSet = ({ hints }: Resolution, hint: HintName): boolean =>
  hints[hint].source === 'override' || hints[hint].source === 'verified';

/** Declared hints that do not count, such as those of an untrusted server. */
const ignoredOf = ({ reviewed }: Pin, { hints, unreviewed }: Resolution): readonly HintName[] =>
  HINT_NAMES.filter((hint) => {
    const isDisbelieved = hints[hint].source === 'default' && hints[hint].declared !== undefined;
    return isDisbelieved && !(reviewed !== undefined && unreviewed.includes(hint));
  });

/** Whether the class is independent of the server's hints. */
const isSettled = (ignored: readonly HintName[], resolution: Resolution): boolean =>
  (['readOnlyHint', 'destructiveHint'] as const).some((hint) => isSet(resolution, hint) || ignored.includes(hint));

/** The fingerprint with the hints that count: overridden, ignored and contradicted ones are replaced. */
function countedHints(
  fingerprint: string,
  contradicted: readonly HintName[],
  ignored: readonly HintName[],
  resolution: Resolution,
): string {
  const isReadOnly = isSet(resolution, 'readOnlyHint') && resolution.hints.readOnlyHint.value;
  // Reading the lock has put the hints into the order of their names.
  return fingerprint
    .split(' ')
    .map((statement, index) => {
      const hint = HINT_NAMES[index];
      if (hint === undefined) return statement;
      const as = (stated: unknown): string => `${statement.split('=', 1)[0]}=${stated}`;
      // These have no meaning for a read-only tool.
      if (isReadOnly && (hint === 'destructiveHint' || hint === 'idempotentHint')) return as('absent');
      if (isSet(resolution, hint)) return as(resolution.hints[hint].value);
      if (ignored.includes(hint)) return as('absent');
      return contradicted.includes(hint) ? as(!PERMISSIVE_HINTS[hint]) : statement;
    })
    .join(' ');
}
