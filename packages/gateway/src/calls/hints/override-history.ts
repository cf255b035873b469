import { HINT_NAMES, type PartialHints } from '@toolmark/annotations';
import type { Override, OverrideChange } from '@toolmark/api-contract';
import type { OverrideConfig } from '@toolmark/config';
import { toPrintable } from '@toolmark/reach';
import type { OverrideState } from '../../catalog/hints/override-state.ts';
import { isSamePlace } from '../../model/tool-places.ts';
import { byWhom, type ChangeAuthor } from './change-problem.ts';

/** Limit of the history, so that the file does not grow without bound. */
const HISTORY_LENGTH = 1_000;

/** Limit of a log line: a reason has at most 500 characters, but a name can have any number. */
const MAX_LINE = 1_000;

/** Sets `after` at a place, or removes the override there if it is `undefined`. Returns the new state, and the change if there is one. */
export function withChange(
  state: OverrideState,
  place: Pick<Override, 'server' | 'tool'>,
  after: OverrideConfig | undefined,
  { at, author, reason }: ChangeAuthor & { readonly at: string },
): { readonly state: OverrideState; readonly change: OverrideChange | undefined } {
  const before = state.overrides.find((other) => isSamePlace(other, place));
  if (before === undefined && after === undefined) return { state, change: undefined };
  const change: OverrideChange = {
    at,
    action: after === undefined ? 'remove' : 'set',
    server: place.server,
    tool: place.tool,
    before: before?.hints ?? null,
    after: after?.hints ?? null,
    author,
    reason,
  };
  const others = state.overrides.filter((other) => !isSamePlace(other, place));
  return {
    state: {
      overrides: after === undefined ? others : [...others, after],
      history: [change, ...state.history].slice(0, HISTORY_LENGTH),
    },
    change,
  };
}

/**
 * A change as a line of the log.
 *
 * @example
 * describeChange(change) // 'Hints of notes/purge were set by ada: it lies (destructiveHint=true, before: none).'
 */
export function describeChange({ action, server, tool, before, after, ...by }: OverrideChange): string {
  const done = action === 'set' ? 'set' : 'taken back';
  const hints = `${showHints(after)}, before: ${showHints(before)}`;
  return toPrintable(`Hints of ${server}/${tool} were ${done} ${byWhom(by)} (${hints}).`, MAX_LINE);
}

function showHints(hints: PartialHints | null): string {
  if (hints === null) return 'none';
  return HINT_NAMES.filter((hint) => hints[hint] !== undefined)
    .map((hint) => `${hint}=${hints[hint]}`)
    .join(', ');
}
