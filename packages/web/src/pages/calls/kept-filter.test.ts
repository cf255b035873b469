import { expect, it } from 'vitest';
import { NO_FILTER } from '../../calls/call-filter.ts';
import { filterOnArrival, keepFilter } from './kept-filter.ts';

const KEPT = { ...NO_FILTER, class: ['destructive'] as const };
const ASKED = { ...NO_FILTER, q: 'invoice' };

it.each([
  ['who comes back without a filter finds the one from before', KEPT, NO_FILTER, '', KEPT],
  ['a filter in the address counts', KEPT, ASKED, '', undefined],
  ['a link to one call is about that call', KEPT, NO_FILTER, 'c1', undefined],
  ['where nothing was filtered for there is nothing to come back to', NO_FILTER, NO_FILTER, '', undefined],
])('%s', (_, kept, asked, callId, found) => {
  keepFilter(kept);
  expect(filterOnArrival(asked, callId)).toEqual(found);
});
