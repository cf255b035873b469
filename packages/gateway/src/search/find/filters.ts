import { type HintName, type Resolution, TOOL_CLASSES, type ToolClass } from '@toolmark/annotations';
import type { SearchFilter } from '@toolmark/api-contract';

/** What whoever asks wants to see, and may call. */
export interface HintFilters {
  readonly readOnly: boolean;
  readonly excludeDestructive: boolean;
  readonly excludeOpenWorld: boolean;
  readonly idempotentOnly: boolean;
  /** The most that they may call; no limit unless given. */
  readonly ceiling: ToolClass | undefined;
}

export const NO_FILTERS: HintFilters = Object.freeze({
  readOnly: false,
  excludeDestructive: false,
  excludeOpenWorld: false,
  idempotentOnly: false,
  ceiling: undefined,
});

/** The first filter that leaves a tool out, by the hints as they count. */
export function leftOutBy({ class: effective, hints }: Resolution, filters: HintFilters): SearchFilter | undefined {
  const { ceiling } = filters;
  if (ceiling !== undefined && TOOL_CLASSES.indexOf(effective) > TOOL_CLASSES.indexOf(ceiling)) return 'ceiling';
  if (filters.readOnly && effective !== 'read') return 'read_only';
  if (filters.excludeDestructive && effective === 'destructive') return 'exclude_destructive';
  if (filters.excludeOpenWorld && hints.openWorldHint.value) return 'exclude_open_world';
  // What only reads can be repeated, whatever it says of itself.
  if (filters.idempotentOnly && effective !== 'read' && !hints.idempotentHint.value) return 'idempotent_only';
  return undefined;
}

/** Whether it is left out only because nobody has said a word about what the filter asks for. */
export function isUndeclared({ hints }: Resolution, filter: SearchFilter): boolean {
  return ASKED[filter].every((hint) => hints[hint].source === 'default' && hints[hint].declared === undefined);
}

const ASKED: Readonly<Record<SearchFilter, readonly HintName[]>> = {
  ceiling: ['readOnlyHint', 'destructiveHint'],
  read_only: ['readOnlyHint'],
  exclude_destructive: ['readOnlyHint', 'destructiveHint'],
  exclude_open_world: ['openWorldHint'],
  idempotent_only: ['readOnlyHint', 'idempotentHint'],
};
