import { err, ok, type Problem, type Result } from '@toolmark/annotations';
import {
  type CallStatusName,
  callStatuses,
  type DecisionKind,
  decisionKinds,
  type ToolClassName,
} from '@toolmark/api-contract';
import { type CallFilter, type Page, parseCursor, parseSearch } from '@toolmark/record';
import { type Moment, moment, names, offsetParameter, someOf, text, wholeNumber } from './parameters.ts';
import type { ParametersFor } from './query.ts';

/** Filters for calls; all given ones must match. */
export interface CallFilterValues {
  readonly server: readonly string[] | undefined;
  readonly tool: readonly string[] | undefined;
  readonly status: readonly CallStatusName[] | undefined;
  readonly class: readonly ToolClassName[] | undefined;
  readonly decision: readonly DecisionKind[] | undefined;
  readonly from: Moment | undefined;
  readonly to: Moment | undefined;
  readonly q: string | undefined;
}

export const CALL_FILTERS: ParametersFor<CallFilterValues> = {
  server: names('Calls of tools of this server.'),
  tool: names("Calls of this tool, by the server's own name."),
  status: someOf('The status of the call.', callStatuses),
  class: someOf<ToolClassName>('The class of the tool at the time of the call.', ['read', 'additive', 'destructive']),
  decision: someOf('The decision of the policy.', decisionKinds),
  from: moment('Started at this time or later.'),
  to: moment('Started before this time.'),
  q: text(
    'Words that must all occur in arguments or result, each as a whole word: `inv*` is a prefix of at least 3 characters; words `"in quotes"` must follow each other. Case and accents are ignored.',
  ),
};

export interface SessionFilterValue {
  readonly session_id: string | undefined;
}

export const SESSION_FILTER: ParametersFor<SessionFilterValue> = { session_id: text('Calls of one session.') };

/** The page of a list. */
export interface PageValues {
  readonly limit: number;
  readonly offset: number | undefined;
  readonly cursor: string | undefined;
}

/** A page of this many calls is about a megabyte; use several pages or an export for more. */
const MAX_CALLS = 1_000;

export const CALL_PAGE: ParametersFor<PageValues> = pageParameters(MAX_CALLS, 50);

export function pageParameters(max: number, defaultValue: number): ParametersFor<PageValues> {
  return {
    limit: wholeNumber('Maximum number of entries.', { min: 1, max, defaultValue }),
    offset: { ...offsetParameter(), defaultValue: undefined },
    cursor: text('The `next_cursor` of the previous page: continues there, unaffected by new entries.'),
  };
}

/** Converts the filters for the store, or lists contradictory ones. */
export function toCallFilter(
  { server, tool, status, class: classes, decision, from, to, q }: CallFilterValues,
  sessionId: string | undefined,
  now: number,
): Result<CallFilter, readonly Problem[]> {
  const span = toSpan(from, to, now);
  const words = q === undefined ? ok(undefined) : parseSearch(q);
  if (!span.ok || !words.ok)
    return err([...problemsIn(span), ...(words.ok ? [] : [{ path: 'q', message: words.error }])]);
  return ok({
    ...(sessionId !== undefined && { sessionId }),
    ...(server && { servers: server }),
    ...(tool && { tools: tool }),
    ...(status && { statuses: status }),
    ...(classes && { classes }),
    ...(decision && { decisions: decision }),
    ...span.value,
    ...(q !== undefined && { q }),
  });
}

export function toPage(
  { limit, offset, cursor }: PageValues,
  isCursor: (text: string) => boolean = isCallCursor,
): Result<Page, readonly Problem[]> {
  if (cursor === undefined) return ok({ limit, offset: offset ?? 0 });
  if (offset !== undefined) return err([{ path: 'cursor', message: 'may not be given together with offset' }]);
  if (!isCursor(cursor)) {
    return err([{ path: 'cursor', message: 'is invalid: use the next_cursor of the previous page unchanged' }]);
  }
  return ok({ limit, offset: 0, cursor });
}

const isCallCursor = (text: string): boolean => parseCursor(text) !== undefined;

/** Converts a time range for the store. */
export function toSpan(
  from: Moment | undefined,
  to: Moment | undefined,
  now: number,
): Result<{ readonly from?: number; readonly to?: number }, readonly Problem[]> {
  const span = { ...(from && { from: from(now) }), ...(to && { to: to(now) }) };
  return span.from !== undefined && span.to !== undefined && span.from >= span.to
    ? err([{ path: 'from', message: 'must be before to' }])
    : ok(span);
}

/** Collects the problems of several results. */
export function problemsIn(result: Result<unknown, readonly Problem[]>): readonly Problem[] {
  return result.ok ? [] : result.error;
}
