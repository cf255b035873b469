import { type CallFilter, isFiltered, NO_FILTER } from '../../calls/call-filter.ts';

/** The filter at the last visit of the page; kept until the window closes. */
let kept: CallFilter = NO_FILTER;

export const keepFilter = (filter: CallFilter): void => {
  kept = filter;
};

/**
 * The filter to start with. A filter in the URL or a link to one call takes precedence; otherwise the last filter is
 * restored.
 */
export function filterOnArrival(asked: CallFilter, callId: string): CallFilter | undefined {
  return !isFiltered(asked) && callId === '' && isFiltered(kept) ? kept : undefined;
}
