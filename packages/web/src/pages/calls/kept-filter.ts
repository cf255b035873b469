import { type CallFilter, isFiltered, NO_FILTER } from '../../calls/call-filter.ts';

/** What was filtered for when this page was left: lives as long as the window does. */
let kept: CallFilter = NO_FILTER;

export const keepFilter = (filter: CallFilter): void => {
  kept = filter;
};

/**
 * What to filter for when somebody comes to the page. A filter in the address always counts, and a link to one call is about that
 * call; who just comes back finds what they had chosen.
 */
export function filterOnArrival(asked: CallFilter, callId: string): CallFilter | undefined {
  return !isFiltered(asked) && callId === '' && isFiltered(kept) ? kept : undefined;
}
