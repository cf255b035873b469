import type { RouteLocationRaw } from 'vue-router';
import { type CallFilter, callRoute, NO_FILTER, toLocationQuery } from '../calls/call-filter.ts';

/** The history of calls, filtered to one session; whoever clicks that wants this session, and nothing in its stead. */
export const callsOf = (sessionId: string, more: Partial<CallFilter> = {}): RouteLocationRaw => ({
  name: 'calls',
  params: { id: '' },
  query: toLocationQuery({ ...NO_FILTER, sessionId, ...more }),
  state: { isSessionClicked: true },
});

/** One call beside the others of its session. */
export const callOf = (sessionId: string, id: string): RouteLocationRaw => callRoute(id, { ...NO_FILTER, sessionId });

export const sessionPage = (id: string): RouteLocationRaw => ({ name: 'session', params: { id } });
