import type { CallStatusName, DecisionKind, ToolClassName } from '@toolmark/api-contract';
import type { LocationQuery, LocationQueryRaw, RouteLocationRaw } from 'vue-router';
import type { Query } from '../api/request.ts';
import { CLASSES } from '../hints/labels.ts';
import { STATUSES } from './labels.ts';

/** Which calls to show. Empty fields do not filter. */
export interface CallFilter {
  readonly sessionId: string;
  readonly q: string;
  readonly server: readonly string[];
  readonly tool: readonly string[];
  readonly class: readonly ToolClassName[];
  readonly status: readonly CallStatusName[];
  readonly decision: readonly DecisionKind[];
  /** A relative span such as `24h`, or an exact moment in ISO 8601. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILTER: CallFilter = {
  sessionId: '',
  q: '',
  server: [],
  tool: [],
  class: [],
  status: [],
  decision: [],
  from: '',
  to: '',
};

/** The time spans on offer. */
export const SPANS = ['15m', '1h', '24h', '7d', '30d'] as const;

export const SPAN_WORDS: Readonly<Record<(typeof SPANS)[number], string>> = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};

const DECISIONS: readonly DecisionKind[] = ['allow', 'ask', 'deny', 'hold'];

/** The limits of the gateway. */
const MAX_VALUES = 50;
const MAX_LENGTH = 200;

/**
 * Parses the filter of a URL. Invalid parts are ignored, so that a shortened or mistyped link shows more rather than
 * nothing.
 *
 * @example
 * parseFilter({ sessionId: 's1', class: ['destructive', 'nonsense'] }) // { sessionId: 's1', class: ['destructive'], … }
 */
export function parseFilter(query: LocationQuery): CallFilter {
  const texts = (name: string): readonly string[] => {
    const value = query[name];
    const given = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
    const fitting = given.map((one) => one.trim()).filter((one) => one !== '' && one.length <= MAX_LENGTH);
    return [...new Set(fitting)].slice(0, MAX_VALUES);
  };
  const oneOf = <Value extends string>(name: string, allowed: readonly Value[]): readonly Value[] =>
    // The gateway's own parameters may look like `a,b`.
    texts(name)
      .flatMap((one) => one.split(','))
      .filter((one): one is Value => (allowed as readonly string[]).includes(one));
  const from = texts('from')[0] ?? '';
  const to = texts('to')[0] ?? '';
  const isSpan = isMoment(from) && (to === '' || isMoment(to));
  return {
    sessionId: texts('sessionId')[0] ?? texts('session_id')[0] ?? '',
    q: texts('q')[0] ?? '',
    server: texts('server'),
    tool: texts('tool'),
    class: oneOf('class', CLASSES),
    status: oneOf('status', STATUSES),
    decision: oneOf('decision', DECISIONS),
    from: isSpan ? from : '',
    to: (isSpan || from === '') && isMoment(to) ? to : '',
  };
}

/** The filter as a URL query; empty fields are left out. */
export function toLocationQuery(filter: CallFilter): LocationQueryRaw {
  const query: LocationQueryRaw = {};
  for (const [name, value] of Object.entries(filter) as [string, string | readonly string[]][]) {
    if (value.length > 0) query[name] = typeof value === 'string' ? value : [...value];
  }
  return query;
}

/** The filter as query parameters of the API. */
export function toApiQuery({ sessionId, ...rest }: CallFilter): Query {
  return { session_id: sessionId, ...rest };
}

export const isFiltered = (filter: CallFilter): boolean =>
  Object.values(filter).some((value: string | readonly string[]) => value.length > 0);

/** Whether the filter names a session and nothing else. */
export const isOnlySession = (filter: CallFilter): boolean =>
  filter.sessionId !== '' && !isFiltered({ ...filter, sessionId: '' });

/**
 * The route of a filtered list of calls.
 *
 * @example
 * callsRoute({ sessionId: session.id, class: ['destructive'] })
 */
export function callsRoute(filter: Partial<CallFilter> = {}): RouteLocationRaw {
  return { name: 'calls', params: { id: '' }, query: toLocationQuery({ ...NO_FILTER, ...filter }) };
}

/** The route of one call, next to the filtered list. */
export function callRoute(id: string, filter: CallFilter = NO_FILTER): RouteLocationRaw {
  return { name: 'calls', params: { id }, query: toLocationQuery(filter) };
}

const isMoment = (text: string): boolean =>
  /^\d{1,6}[smhdw]$/.test(text) ||
  (/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(Date.parse(text)));
