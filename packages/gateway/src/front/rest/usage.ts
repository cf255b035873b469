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
    summary: 'How often each tool was called',
    description:
      'Only tools that were called are named, those that are gone among them. Calls are counted by whole hours, so that the time is widened to them; `from` and `to` of the answer say what was counted.',
    query: {
      from: moment('Began then or later; seven days before `to` unless given.'),
      to: moment('Began before; now unless given.'),
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
