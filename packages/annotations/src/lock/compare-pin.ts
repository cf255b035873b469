import { compareHints, type HintChange } from '../fingerprint/compare-hints.ts';
import { HINT_NAMES, type HintName, type PartialHints, PERMISSIVE_HINTS, TOOL_CLASSES } from '../hints.ts';
import type { ToolPrint } from './lock.ts';

/** What became of a tool since it was pinned. */
export interface PinComparison {
  /** By what the server declares. */
  readonly hints: HintChange;
  readonly prose: 'same' | 'changed';
  /** By what its words make of that: a server that hides what a tool does relaxes it, whatever its hints. */
  readonly meaning: HintChange;
}

/**
 * Holds a definition against its pin. Hints that say the same in other words are the same; what is no boolean counts as absent.
 *
 * @example
 * comparePin(pin, { ...(await fingerprint(tool)), ...meaningOf(tool) }) // { hints: 'relaxed', prose: 'same', meaning: 'relaxed' }
 */
export function comparePin(pin: ToolPrint, now: ToolPrint): PinComparison {
  const isSame = pin.hints === now.hints && pin.prose === now.prose;
  return {
    hints: compareHints(hintsOf(pin.hints), hintsOf(now.hints)).change,
    prose: pin.prose === now.prose ? 'same' : 'changed',
    // Another Toolmark may read the same definition otherwise. That is not the server's doing.
    meaning: isSame ? 'same' : compareMeaning(pin, now),
  };
}

/** A line without a class, or without what is contradicted, says nothing about it. */
function compareMeaning(pin: ToolPrint, now: ToolPrint): HintChange {
  const order = pin.class && now.class ? TOOL_CLASSES.indexOf(now.class) - TOOL_CLASSES.indexOf(pin.class) : 0;
  const [was, is] = pin.contradicted && now.contradicted ? [pin.contradicted, now.contradicted] : [[], []];
  if (order < 0 || was.some((hint) => !is.includes(hint) && isStillClaimed(hint, now))) return 'relaxed';
  return order > 0 || is.some((hint) => !was.includes(hint)) ? 'tightened' : 'same';
}

/** Who takes a claim back that was contradicted has become honest; who takes the words back has not. */
function isStillClaimed(hint: HintName, { hints }: ToolPrint): boolean {
  return hintsOf(hints)[hint] === PERMISSIVE_HINTS[hint];
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
