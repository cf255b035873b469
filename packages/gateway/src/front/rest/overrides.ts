import {
  type Override,
  type OverrideEntry,
  overrideAnswerSchema,
  overrideHistorySchema,
  overrideRequestSchema,
  overridesSchema,
} from '@toolmark/api-contract';
import { removeOverride, setOverride } from './change-override.ts';
import { flag, offsetParameter, oneOf, text, wholeNumber } from './parameters.ts';
import { defineRoute, type Route } from './route.ts';

const PATH = '/tools/{server}/{tool}/override';
const TARGET = {
  server: 'A server, as the config names it, or a pattern in which `*` is anything.',
  tool: 'A tool, as its server or as clients call it, or a pattern in which `*` is anything.',
};
const ANSWER = { description: 'The override as it is now, and what it does.', schema: overrideAnswerSchema };
const CHANGE_QUERY = { dry_run: flag('Whether only to say what it would do.') };

const MAX_LIMIT = 1_000;

export const OVERRIDE_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/overrides',
    id: 'listOverrides',
    tag: 'tools',
    summary: 'Hints that persons set',
    query: {
      format: oneOf('With `config`, exactly the list that `overrides` of a toolmark.json takes.', ['list', 'config']),
      limit: wholeNumber('How many; all unless given.', { least: 1, most: MAX_LIMIT, absent: undefined }),
      offset: offsetParameter(),
    },
    answers: { 200: { description: 'One page, those of the config first.', schema: overridesSchema } },
    errors: [],
    handle: (context, deps, { format, limit, offset }) => {
      const all = deps.overrides.list();
      const overrides = all.slice(offset, limit === undefined ? undefined : offset + limit);
      return format === 'config'
        ? context.json(overrides.map(toEntry))
        : context.json({ overrides, total: all.length });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/overrides/history',
    id: 'listOverrideChanges',
    tag: 'tools',
    summary: 'Who set or removed which hints, and when',
    description: 'What was changed in the config is not among them. The oldest are forgotten first.',
    query: {
      limit: wholeNumber('How many.', { least: 1, most: MAX_LIMIT, absent: 100 }),
      offset: offsetParameter(),
    },
    answers: { 200: { description: 'One page, the newest first.', schema: overrideHistorySchema } },
    errors: [],
    handle: (context, deps, { limit, offset }) => {
      const all = deps.overrides.history();
      return context.json({ changes: all.slice(offset, offset + limit), total: all.length });
    },
  }),
  defineRoute({
    method: 'put',
    path: PATH,
    id: 'setOverride',
    tag: 'tools',
    summary: 'Sets hints of a tool, or of all that match',
    description:
      'In place of what was set for the same name or pattern. A hint that is null or left out is as it would be; where none is set, the override is gone. What stands in the config has to be changed there. Whoever lets a person set hints asks with `dry_run=true` first, and says what is relaxed. Its author is the credential that the request comes with.',
    pathParameters: TARGET,
    query: CHANGE_QUERY,
    body: overrideRequestSchema,
    answers: { 200: ANSWER, 201: { ...ANSWER, description: 'There was none for this name or pattern before.' } },
    errors: ['conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: (context, deps, { dry_run: isDryRun }) => setOverride(context, deps, isDryRun),
  }),
  defineRoute({
    method: 'delete',
    path: PATH,
    id: 'removeOverride',
    tag: 'tools',
    summary: 'Takes back what was set for a tool, or for a pattern',
    pathParameters: TARGET,
    query: {
      ...CHANGE_QUERY,
      reason: text('Why, for the history.', 500),
    },
    answers: { 200: { ...ANSWER, description: 'It counts no more.' } },
    errors: ['not_found', 'conflict', 'unavailable'],
    handle: (context, deps, query) => removeOverride(context, deps, query),
  }),
];

const toEntry = ({ server, tool, hints, reason, author, at }: Override): OverrideEntry => ({
  server,
  tool,
  hints,
  ...(reason !== null && { reason }),
  ...(author !== null && { author }),
  ...(at !== null && { at }),
});
