import { DEFAULT_HINTS, HINT_NAMES, type HintName, type Hints, isRelaxation, type PartialHints } from '../hints.ts';

export type HintChange = 'tightened' | 'relaxed' | 'same';

/** The change of each hint and the overall change: one relaxed hint makes the overall change a relaxation. */
export interface HintComparison {
  readonly change: HintChange;
  readonly hints: Readonly<Record<HintName, HintChange>>;
}

/**
 * Compares two declarations by their effect. An absent hint counts as its default, and destructiveHint and
 * idempotentHint are ignored on a read-only tool, so an equivalent declaration is not a change.
 *
 * @example
 * compareHints({ destructiveHint: true }, { destructiveHint: false }).change // 'relaxed'
 */
export function compareHints(before: PartialHints, after: PartialHints): HintComparison {
  const was = withDefaults(before);
  const is = withDefaults(after);
  const of = (hint: HintName): HintChange => {
    if (was[hint] === is[hint]) return 'same';
    return isRelaxation(hint, was[hint], is[hint]) ? 'relaxed' : 'tightened';
  };
  const hints = {
    readOnlyHint: of('readOnlyHint'),
    destructiveHint: of('destructiveHint'),
    idempotentHint: of('idempotentHint'),
    openWorldHint: of('openWorldHint'),
  };
  const changes = HINT_NAMES.map((hint) => hints[hint]);
  const change = changes.includes('relaxed') ? 'relaxed' : changes.includes('tightened') ? 'tightened' : 'same';
  return { change, hints };
}

function withDefaults(declared: PartialHints): Hints {
  const hints = { ...DEFAULT_HINTS, ...definedOnly(declared) };
  // A tool declared both read-only and destructive counts as not read-only, the stricter reading.
  const readOnlyHint = hints.readOnlyHint && declared.destructiveHint !== true;
  return readOnlyHint ? { ...hints, destructiveHint: false, idempotentHint: true } : { ...hints, readOnlyHint };
}

function definedOnly(hints: PartialHints): PartialHints {
  return Object.fromEntries(Object.entries(hints).filter(([, value]) => value !== undefined));
}
