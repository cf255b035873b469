import { compareHints, type HintChange } from '../fingerprint/compare-hints.ts';
import { HINT_NAMES, type HintName, type PartialHints, PERMISSIVE_HINTS, TOOL_CLASSES } from '../hints.ts';
import type { ToolPrint } from './lock.ts';

/** The change of a tool since it was pinned. */
export interface PinComparison {
  /** The change of the declared hints. */
  readonly hints: HintChange;
  readonly prose: 'same' | 'changed';
  /**
   * The change of the class that the words imply: a server that hides what a tool does relaxes it, even if its hints
   * stay the same.
   */
  readonly meaning: HintChange;
}

/**
 * Compares a definition with its pin. Equivalent hints count as the same; a hint that is not a boolean counts as
 * absent.
 *
 * @example
 * comparePin(pin, { ...(await fingerprint(tool)), ...meaningOf(tool) }) // { hints: 'relaxed', prose: 'same', meaning: 'relaxed' }
 */
export function comparePin(pin: ToolPrint, now: ToolPrint): PinComparison {
  const isSame = pin.hints === now.hints && pin.prose === now.prose;
  return {
    hints: compareHints(hintsOf(pin.hints), hintsOf(now.hints)).change,
    prose: pin.prose === now.prose ? 'same' : 'changed',
    // Another version of Toolmark may infer another meaning from the same definition, which is not a change by the
    // server.
    meaning: isSame ? 'same' : compareMeaning(pin, now),
  };
}

/** A pin without a class or contradictions has no meaning to compare. */
function compareMeaning(pin: ToolPrint, now: ToolPrint): HintChange {
  const order = pin.class && now.class ? TOOL_CLASSES.indexOf(now.class) - TOOL_CLASSES.indexOf(pin.class) : 0;
  const [was, is] = pin.contradicted && now.contradicted ? [pin.contradicted, now.contradicted] : [[], []];
  if (order < 0 || was.some((hint) => !is.includes(hint) && isStillClaimed(hint, now))) return 'relaxed';
  return order > 0 || is.some((hint) => !was.includes(hint)) ? 'tightened' : 'same';
}

/**
 * Whether the server still declares the contradicted hint. Dropping the claim is honest; dropping only the
 * contradicting words is not.
 */
function isStillClaimed(hint: HintName, { hints }: ToolPrint): boolean {
  return hintsOf(hints)[hint] === PERMISSIVE_HINTS[hint];
}

/**
 * Lists the hints that changed: `destructiveHint true → false`. Values may also be `absent` or `invalid`.
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

/** Whether a text is a hints fingerprint as `hintsFingerprint` writes it. */
export function isHintsFingerprint(text: string): boolean {
  return SHAPE.test(text);
}

const SHAPE = new RegExp(
  `^${HINT_NAMES.map((hint) => `${shortHintName(hint)}=(true|false|absent|invalid)`).join(' ')}$`,
);

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

function shortHintName(hint: HintName): string {
  return hint.replace(/Hint$/, '');
}
