import type { RouteLocationRaw } from 'vue-router';
import { type CallFilter, callRoute, callsRoute, NO_FILTER } from '../calls/call-filter.ts';

/** The history of calls, filtered to one session. */
export const callsOf = (sessionId: string, more: Partial<CallFilter> = {}): RouteLocationRaw =>
  callsRoute({ sessionId, ...more });

/** One call beside the others of its session. */
export const callOf = (sessionId: string, id: string): RouteLocationRaw => callRoute(id, { ...NO_FILTER, sessionId });

export const sessionPage = (id: string): RouteLocationRaw => ({ name: 'session', params: { id } });
