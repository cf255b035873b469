import type { RouteLocationRaw } from 'vue-router';
import { type CallFilter, callRoute, NO_FILTER, toLocationQuery } from '../calls/call-filter.ts';

/** The route of a session's calls, which replaces any other filter. */
export const callsOf = (sessionId: string, more: Partial<CallFilter> = {}): RouteLocationRaw => ({
  name: 'calls',
  params: { id: '' },
  query: toLocationQuery({ ...NO_FILTER, sessionId, ...more }),
  state: { isSessionClicked: true },
});

/** The route of one call beside the other calls of its session. */
export const callOf = (sessionId: string, id: string): RouteLocationRaw => callRoute(id, { ...NO_FILTER, sessionId });

export const sessionPage = (id: string): RouteLocationRaw => ({ name: 'session', params: { id } });
