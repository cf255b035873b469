/** The four behavioural hints of MCP's `ToolAnnotations`, in the order used in every list. */
export const HINT_NAMES = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** The name of one hint. */
export type HintName = (typeof HINT_NAMES)[number];

/** A complete set of hint values. */
export type Hints = Readonly<Record<HintName, boolean>>;

/** Hints as one source stated them: an absent key is not the same as `false`. */
export type PartialHints = { readonly [Name in HintName]?: boolean };

/**
 * MCP's `ToolAnnotations` as sent. Unknown keys are legal and are kept.
 *
 * @example
 * const annotations: ToolAnnotations = { title: 'Delete Note', destructiveHint: true };
 */
export interface ToolAnnotations extends PartialHints {
  readonly title?: string;
  readonly [key: string]: unknown;
}

/** The values that MCP tells clients to assume for absent hints: the pessimistic ones. */
export const DEFAULT_HINTS: Hints = Object.freeze({
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
});

/** The value of each hint that lets a client do more: always the opposite of the default. */
export const PERMISSIVE_HINTS: Hints = Object.freeze({
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
});

/** The worst effect that a tool can have on its environment. */
export type ToolClass = 'read' | 'additive' | 'destructive';

/** The classes from most to least permissive. */
export const TOOL_CLASSES: readonly ToolClass[] = Object.freeze(['read', 'additive', 'destructive']);

/** Whether a string is the name of one of the four hints. */
export function isHintName(name: string): name is HintName {
  return (HINT_NAMES as readonly string[]).includes(name);
}

/**
 * The class that follows from a set of hints. `destructiveHint` counts only if the tool is not read-only.
 *
 * @example
 * classOf({ readOnlyHint: false, destructiveHint: false }) // 'additive'
 */
export function classOf(hints: Pick<Hints, 'readOnlyHint' | 'destructiveHint'>): ToolClass {
  if (hints.readOnlyHint) return 'read';
  return hints.destructiveHint ? 'destructive' : 'additive';
}

/** Whether changing a hint from one value to the other lets a client do more. */
export function isRelaxation(hint: HintName, before: boolean, after: boolean): boolean {
  return before !== after && after === PERMISSIVE_HINTS[hint];
}
