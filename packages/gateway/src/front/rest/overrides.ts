import {
  type Override,
  type OverrideAnswer,
  type OverrideEntry,
  overrideAnswerSchema,
  overrideRequestSchema,
  overridesSchema,
} from '@toolmark/api-contract';
import { badRequest, fail, notFound } from './answers.ts';
import { CLIENT_HEADER, readCaller } from './client-header.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { type OverrideTarget, overrideTarget } from './override-target.ts';
import { oneOf } from './parameters.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

const PATH = '/tools/{server}/{tool}/override';
const TARGET = {
  server: 'A server, as the config names it, or a pattern in which `*` is anything.',
  tool: 'A tool, as its server or as clients call it, or a pattern in which `*` is anything.',
};
const ANSWER = { description: 'The override as it is now.', schema: overrideAnswerSchema };

export const OVERRIDE_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/overrides',
    id: 'listOverrides',
    tag: 'tools',
    summary: 'Hints that persons set',
    query: {
      format: oneOf('With `config`, exactly the list that `overrides` of a toolmark.json takes.', ['list', 'config']),
    },
    answers: { 200: { description: 'All of them, those of the config first.', schema: overridesSchema } },
    errors: [],
    handle: (context, deps, { format }) => {
      const overrides = deps.overrides.list();
      return format === 'config'
        ? context.json(overrides.map(toEntry))
        : context.json({ overrides, total: overrides.length });
    },
  }),
  defineRoute({
    method: 'put',
    path: PATH,
    id: 'setOverride',
    tag: 'tools',
    summary: 'Sets hints of a tool, or of all that match',
    description:
      'In place of what was set for the same name or pattern. A hint that is null or left out is as it would be; where none is set, the override is gone. What stands in the config has to be changed there.',
    pathParameters: TARGET,
    query: NO_QUERY,
    headers: { [CLIENT_HEADER]: 'Who sets it, as name/version; counts where the body names no author.' },
    body: overrideRequestSchema,
    answers: { 200: ANSWER, 201: { ...ANSWER, description: 'There was none for this name or pattern before.' } },
    errors: ['conflict', 'too_large', 'unsupported_media_type'],
    handle: (context, deps) => setOverride(context, deps, targetOf(context, deps)),
  }),
  defineRoute({
    method: 'delete',
    path: PATH,
    id: 'removeOverride',
    tag: 'tools',
    summary: 'Takes back what was set for a tool, or for a pattern',
    pathParameters: TARGET,
    query: NO_QUERY,
    answers: { 200: { ...ANSWER, description: 'It counts no more.' } },
    errors: ['not_found', 'conflict'],
    handle: async (context, deps) => {
      const target = targetOf(context, deps);
      const removed = await deps.overrides.remove(target.server, target.tool);
      if (!removed.ok) return fail(context, 'conflict', removed.error);
      return removed.value
        ? context.json(toAnswer(target, undefined))
        : notFound(context, `No hint is set for '${target.tool}' of server '${target.server}'.`);
    },
  }),
];

const targetOf = (context: RestContext, deps: RestDeps): OverrideTarget =>
  overrideTarget(deps, context.req.param('server') ?? '', context.req.param('tool') ?? '');

async function setOverride(context: RestContext, deps: RestDeps, target: OverrideTarget): Promise<Response> {
  const { server, tool } = target;
  const caller = readCaller(context);
  if (!caller.ok) return badRequest(context, caller.error);
  const body = await readJsonBody(context, overrideRequestSchema, deps.limits);
  if (!body.ok) return refuseBody(context, body.error);
  const isThere = deps.overrides.list().some((other) => other.server === server && other.tool === tool);
  const author = body.value.author ?? caller.value.client?.name;
  const set = await deps.overrides.set(server, tool, { ...body.value, ...(author !== undefined && { author }) });
  if (!set.ok) return fail(context, 'conflict', set.error);
  return context.json(toAnswer(target, set.value), set.value === undefined || isThere ? 200 : 201);
}

const toAnswer = ({ matchingTools, note }: OverrideTarget, override: Override | undefined): OverrideAnswer => ({
  override: override ?? null,
  matching_tools: matchingTools,
  note: override === undefined ? null : note,
});

const toEntry = ({ server, tool, hints, reason, author, at }: Override): OverrideEntry => ({
  server,
  tool,
  hints,
  ...(reason !== null && { reason }),
  ...(author !== null && { author }),
  ...(at !== null && { at }),
});
