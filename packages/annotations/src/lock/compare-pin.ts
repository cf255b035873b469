import { compareHints, type HintChange } from '../fingerprint/compare-hints.ts';
import type { Fingerprint } from '../fingerprint/fingerprint.ts';
import { HINT_NAMES, type HintName, type PartialHints } from '../hints.ts';

/** What became of a tool since it was pinned. */
export interface PinComparison {
  readonly hints: HintChange;
  readonly prose: 'same' | 'changed';
}

/**
 * Holds a definition against its pin. Hints that say the same in other words are the same; what is no boolean counts as absent.
 *
 * @example
 * comparePin(pin, await fingerprint(tool)) // { hints: 'relaxed', prose: 'same' }
 */
export function comparePin(pin: Fingerprint, now: Fingerprint): PinComparison {
  return {
    hints: compareHints(hintsOf(pin.hints), hintsOf(now.hints)).change,
    prose: pin.prose === now.prose ? 'same' : 'changed',
  };
}

/**
 * The hints whose statement is another one, in words: `destructiveHint true → false`. `absent` and `invalid` are what they are.
 *
 * @example
 * describeHintChanges(pin.hints, now.hints) // ['readOnlyHint absent → true']
 */
export function describeHintChanges(before: string, after: string): readonly string[] {
  const [was, is] = [statementsOf(before), statementsOf(after)];
  return HINT_NAMES.filter((hint) => was.get(hint) !== is.get(hint)).map(
    (hint) => `${hint} ${was.get(hint) ?? 'absent'} → ${is.get(hint) ?? 'absent'}`,
  );
}

/** Whether a text is a fingerprint of hints as `hintsFingerprint` writes it. */
export function isHintsFingerprint(text: string): boolean {
  return SHAPE.test(text);
}

const SHAPE = new RegExp(`^${HINT_NAMES.map((hint) => `${shortOf(hint)}=(true|false|absent|invalid)`).join(' ')}$`);

function hintsOf(text: string): PartialHints {
  return Object.fromEntries(
    [...statementsOf(text)]
      .filter(([, value]) => value === 'true' || value === 'false')
      .map(([hint, value]) => [hint, value === 'true']),
  );
}

function statementsOf(text: string): ReadonlyMap<HintName, string> {
  const values = SHAPE.exec(text)?.slice(1) ?? [];
  return new Map(HINT_NAMES.map((hint, index) => [hint, values[index] ?? 'absent']));
}

function shortOf(hint: HintName): string {
  return hint.replace(/Hint$/, '');
}
