import { statsSchema } from '@toolmark/api-contract';
import { badRequest } from './answers.ts';
import { askRecord } from './ask-record.ts';
import { moment, wholeNumber } from './parameters.ts';
import { defineRoute, type Route } from './route.ts';

const DAY_MS = 86_400_000;

/** One point per pixel of a wide chart. */
const MAX_BUCKETS = 1_000;
const MAX_TOOLS = 100;

export const STATS_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/stats',
    id: 'getStats',
    tag: 'gateway',
    summary: 'Numbers of calls, tokens and errors',
    description:
      'Calls are counted per whole hour, so the time range is extended to whole hours; `from` and `to` of the answer are the counted range. Only if the number of slices is limited, less than one hour at the start is left out: the last 24 hours are 24 slices of one hour, including the current one.',
    query: {
      from: moment('Started at this time or later; one day before `to` by default.'),
      to: moment('Started before this time; now by default.'),
      buckets: wholeNumber('The maximum number of slices; each is a whole number of hours.', {
        min: 1,
        max: MAX_BUCKETS,
        defaultValue: 24,
      }),
      tools: wholeNumber('Maximum number of tools in each list.', { min: 0, max: MAX_TOOLS, defaultValue: 5 }),
    },
    answers: { 200: { description: 'The numbers of the requested range, in whole hours.', schema: statsSchema } },
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
