/** The four behavioural hints of MCP's `ToolAnnotations`, in the order in which everything here lists them. */
export const HINT_NAMES = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** The name of one hint. */
export type HintName = (typeof HINT_NAMES)[number];

/** A complete set of hint values. */
export type Hints = Readonly<Record<HintName, boolean>>;

/** Hints as somebody stated them: an absent key is not the same as `false`. */
export type PartialHints = { readonly [Name in HintName]?: boolean };

/**
 * MCP's `ToolAnnotations` as it stands on the wire. Unknown keys are legal and are kept.
 *
 * @example
 * const annotations: ToolAnnotations = { title: 'Delete Note', destructiveHint: true };
 */
export interface ToolAnnotations extends PartialHints {
  readonly title?: string;
  readonly [key: string]: unknown;
}

/** What MCP says a client must assume where a hint is absent: the pessimistic value of each. */
export const DEFAULT_HINTS: Hints = Object.freeze({
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
});

/** The value of each hint that lets a client do more. The defaults are the opposite of every one. */
export const PERMISSIVE_HINTS: Hints = Object.freeze({
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
});

/** What a tool can do to its environment at worst. */
export type ToolClass = 'read' | 'additive' | 'destructive';

/** The classes from most to least permissive. */
export const TOOL_CLASSES: readonly ToolClass[] = Object.freeze(['read', 'additive', 'destructive']);

/** Whether a string is the name of one of the four hints. */
export function isHintName(name: string): name is HintName {
  return (HINT_NAMES as readonly string[]).includes(name);
}

/**
 * The class that a set of hints amounts to. `destructiveHint` counts only where the tool is not read-only.
 *
 * @example
 * classOf({ readOnlyHint: false, destructiveHint: false }) // 'additive'
 */
export function classOf(hints: Pick<Hints, 'readOnlyHint' | 'destructiveHint'>): ToolClass {
  if (hints.readOnlyHint) return 'read';
  return hints.destructiveHint ? 'destructive' : 'additive';
}

/** Whether going from one value to another lets a client do more. */
export function isRelaxation(hint: HintName, before: boolean, after: boolean): boolean {
  return before !== after && after === PERMISSIVE_HINTS[hint];
}
