import { usageReportSchema } from '@toolmark/api-contract';
import { badRequest } from './answers.ts';
import { askRecord } from './ask-record.ts';
import { moment } from './parameters.ts';
import { defineRoute, type Route } from './route.ts';

const WEEK_MS = 7 * 86_400_000;

export const USAGE_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/tools/usage',
    id: 'getToolUsage',
    tag: 'tools',
    summary: 'The number of calls per tool',
    description:
      'Only tools with calls are listed, including removed ones. Calls are counted per whole hour, so the time range is extended to whole hours; `from` and `to` of the answer are the counted range.',
    query: {
      from: moment('Started at this time or later; seven days before `to` by default.'),
      to: moment('Started before this time; now by default.'),
    },
    answers: { 200: { description: 'By server and name, in whole hours.', schema: usageReportSchema } },
    errors: ['record_unavailable'],
    handle: async (context, deps, { from, to }) => {
      const now = deps.now();
      const end = to?.(now) ?? now;
      const start = from?.(now) ?? Math.max(0, end - WEEK_MS);
      if (start >= end) return badRequest(context, [{ path: 'from', message: 'must be before to' }]);
      return context.json(await askRecord(deps, (reader) => reader.usage({ from: start, to: end })));
    },
  }),
];
