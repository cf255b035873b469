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
  server: 'The name of a server, or a pattern with `*` as a wildcard.',
  tool: "A tool, by the server's own name or by the name for clients, or a pattern with `*` as a wildcard.",
};
const ANSWER = { description: 'The current override, and its effects.', schema: overrideAnswerSchema };
const CHANGE_QUERY = { dry_run: flag('Only returns the effects, without a change.') };

const MAX_LIMIT = 1_000;

export const OVERRIDE_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/overrides',
    id: 'listOverrides',
    tag: 'tools',
    summary: 'Hints set by people',
    query: {
      format: oneOf('`config` returns exactly the format of `overrides` in toolmark.json.', ['list', 'config']),
      limit: wholeNumber('Maximum number of entries; all by default.', {
        min: 1,
        max: MAX_LIMIT,
        defaultValue: undefined,
      }),
      offset: offsetParameter(),
    },
    answers: { 200: { description: 'One page; overrides of the config come first.', schema: overridesSchema } },
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
    summary: 'The history of overrides',
    description: 'Changes in the config are not included. The oldest entries are deleted first.',
    query: {
      limit: wholeNumber('Maximum number of entries.', { min: 1, max: MAX_LIMIT, defaultValue: 100 }),
      offset: offsetParameter(),
    },
    answers: { 200: { description: 'One page, newest first.', schema: overrideHistorySchema } },
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
    summary: 'Sets hints of a tool, or of all matching tools',
    description:
      'Replaces the override for the same name or pattern. A hint that is null or missing is not overridden; without any hint, the override is removed. Overrides of the config must be changed there. Before people set hints in a user interface, request `dry_run=true` and show which hints are relaxed. The author is derived from the credential of the request.',
    pathParameters: TARGET,
    query: CHANGE_QUERY,
    body: overrideRequestSchema,
    answers: { 200: ANSWER, 201: { ...ANSWER, description: 'A new override.' } },
    errors: ['conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: (context, deps, { dry_run: isDryRun }) => setOverride(context, deps, isDryRun),
  }),
  defineRoute({
    method: 'delete',
    path: PATH,
    id: 'removeOverride',
    tag: 'tools',
    summary: 'Removes the override of a tool, or of a pattern',
    pathParameters: TARGET,
    query: {
      ...CHANGE_QUERY,
      reason: text('The reason, for the history.', 500),
    },
    answers: { 200: { ...ANSWER, description: 'The effects of the removal.' } },
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
