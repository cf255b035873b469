import { statsSchema } from '@toolmark/api-contract';
import { badRequest } from './answers.ts';
import { askRecord } from './ask-record.ts';
import { moment, wholeNumber } from './parameters.ts';
import { defineRoute, type Route } from './route.ts';

const DAY_MS = 86_400_000;

/** As many points as a wide chart has pixels for. */
const MAX_BUCKETS = 1_000;
const MAX_TOOLS = 100;

export const STATS_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/stats',
    id: 'getStats',
    tag: 'gateway',
    summary: 'Calls, tokens and errors in numbers',
    description:
      'Calls are counted by whole hours, so that the time is widened to them; `from` and `to` of the answer say what was counted. Only where there may be no slice more, less than an hour at the beginning is left out: the last 24 hours are 24 slices of one hour, the one that runs among them.',
    query: {
      from: moment('Began then or later; a day before `to` unless given.'),
      to: moment('Began before; now unless given.'),
      buckets: wholeNumber('In how many slices the time is cut at most; each is a whole number of hours.', {
        least: 1,
        most: MAX_BUCKETS,
        absent: 24,
      }),
      tools: wholeNumber('How many tools each list names.', { least: 0, most: MAX_TOOLS, absent: 5 }),
    },
    answers: { 200: { description: 'Of the time asked for, in whole hours.', schema: statsSchema } },
    errors: ['record_unavailable'],
    handle: async (context, deps, { from, to, buckets, tools }) => {
      const now = deps.now();
      const end = to?.(now) ?? now;
      const start = from?.(now) ?? Math.max(0, end - DAY_MS);
      if (start >= end) return badRequest(context, [{ path: 'from', message: 'must be before to' }]);
      return context.json(await askRecord(deps, (reader) => reader.stats({ from: start, to: end, buckets, tools })));
    },
  }),
];
