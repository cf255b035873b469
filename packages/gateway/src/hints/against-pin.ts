import {
  comparePin,
  describeHintChanges,
  type Fingerprint,
  HINT_NAMES,
  type HintName,
  type Pin,
  type PinComparison,
  type Resolution,
} from '@toolmark/annotations';

/** A tool held against its pin. */
export interface AgainstPin {
  /** By what the server says, whether or not it counts. */
  readonly change: PinComparison;
  /** It allows more than when it was pinned: in words, hint by hint. Empty where it does not. */
  readonly relaxed: readonly string[];
  /** Nothing about it is other than a person accepted it. */
  readonly isAccepted: boolean;
}

/**
 * Only hints that rest on the server's word can relax a tool. What a person set stays as it is whatever the server says, and so
 * does what the server is not believed.
 */
export function holdAgainstPin(pin: Pin, now: Fingerprint, resolution: Resolution): AgainstPin {
  if (pin.hints === now.hints && pin.prose === now.prose) {
    return { change: { hints: 'same', prose: 'same' }, relaxed: [], isAccepted: pin.accepted !== undefined };
  }
  const change = comparePin(pin, now);
  if (change.hints !== 'relaxed') return { change, relaxed: [], isAccepted: false };
  const [was, is] = [whatCounts(pin.hints, resolution), whatCounts(now.hints, resolution)];
  const counts = comparePin({ ...pin, hints: was }, { ...now, hints: is });
  return { change, relaxed: counts.hints === 'relaxed' ? describeHintChanges(was, is) : [], isAccepted: false };
}

/** A fingerprint of hints in which those that do not rest on the server's word are what they are instead. */
function whatCounts(fingerprint: string, { hints }: Resolution): string {
  const isSet = (hint: HintName): boolean => hints[hint].source === 'override' || hints[hint].source === 'verified';
  const isReadOnly = isSet('readOnlyHint') && hints.readOnlyHint.value;
  // In the order of the names, as the lock has seen to when it was read.
  return fingerprint
    .split(' ')
    .map((statement, index) => {
      const hint = HINT_NAMES[index];
      if (hint === undefined) return statement;
      const { value, source, declared } = hints[hint];
      const as = (stated: unknown): string => `${statement.split('=', 1)[0]}=${stated}`;
      // On a tool that is known to be read-only these say nothing.
      if (isReadOnly && (hint === 'destructiveHint' || hint === 'idempotentHint')) return as('absent');
      if (isSet(hint)) return as(value);
      const isDisbelieved = source === 'default' && declared !== undefined;
      return isDisbelieved ? as('absent') : statement;
    })
    .join(' ');
}
