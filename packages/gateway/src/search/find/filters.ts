import { type HintName, type Resolution, TOOL_CLASSES, type ToolClass } from '@toolmark/annotations';
import type { SearchFilter } from '@toolmark/api-contract';

/** The hint filters of a search, and the ceiling of the caller. */
export interface HintFilters {
  readonly readOnly: boolean;
  readonly excludeDestructive: boolean;
  readonly excludeOpenWorld: boolean;
  readonly idempotentOnly: boolean;
  /** The highest class the caller may call; no limit by default. */
  readonly ceiling: ToolClass | undefined;
}

export const NO_FILTERS: HintFilters = Object.freeze({
  readOnly: false,
  excludeDestructive: false,
  excludeOpenWorld: false,
  idempotentOnly: false,
  ceiling: undefined,
});

/** The first filter that excludes a tool, by effective hints. */
export function excludedBy({ class: effective, hints }: Resolution, filters: HintFilters): SearchFilter | undefined {
  const { ceiling } = filters;
  if (ceiling !== undefined && TOOL_CLASSES.indexOf(effective) > TOOL_CLASSES.indexOf(ceiling)) return 'ceiling';
  if (filters.readOnly && effective !== 'read') return 'read_only';
  if (filters.excludeDestructive && effective === 'destructive') return 'exclude_destructive';
  if (filters.excludeOpenWorld && hints.openWorldHint.value) return 'exclude_open_world';
  // Read-only tools can be repeated, whatever they declare.
  if (filters.idempotentOnly && effective !== 'read' && !hints.idempotentHint.value) return 'idempotent_only';
  return undefined;
}

/** Whether a tool is excluded only because it does not declare the filtered hints. */
export function isUndeclared({ hints }: Resolution, filter: SearchFilter): boolean {
  return HINTS_BY_FILTER[filter].every(
    (hint) => hints[hint].source === 'default' && hints[hint].declared === undefined,
  );
}

const HINTS_BY_FILTER: Readonly<Record<SearchFilter, readonly HintName[]>> = {
  ceiling: ['readOnlyHint', 'destructiveHint'],
  read_only: ['readOnlyHint'],
  exclude_destructive: ['readOnlyHint', 'destructiveHint'],
  exclude_open_world: ['openWorldHint'],
  idempotent_only: ['readOnlyHint', 'idempotentHint'],
};
