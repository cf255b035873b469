import { expect, it } from 'vitest';
import { NO_FILTER } from '../../calls/call-filter.ts';
import { filterOnArrival, keepFilter } from './kept-filter.ts';

const KEPT = { ...NO_FILTER, class: ['destructive'] as const };
const ASKED = { ...NO_FILTER, q: 'invoice' };

it.each([
  ['restores the last filter when the user returns without one', KEPT, NO_FILTER, '', KEPT],
  ['prefers a filter in the URL', KEPT, ASKED, '', undefined],
  ['restores nothing for a link to one call', KEPT, NO_FILTER, 'c1', undefined],
  ['restores nothing if nothing was filtered', NO_FILTER, NO_FILTER, '', undefined],
])('%s', (_, kept, asked, callId, found) => {
  keepFilter(kept);
  expect(filterOnArrival(asked, callId)).toEqual(found);
});
