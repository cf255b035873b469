import { profileDetailSchema, profileListSchema, profileRequestSchema } from '@toolmark/api-contract';
import { suggest } from '@toolmark/base';
import { PROFILE_NAME, type ProfileConfig } from '@toolmark/config';
import { type EditProblem, putProfile, removeProfile, toRequestedProfile } from '@toolmark/setup';
import { badRequest, fail, notFound } from './answers.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { toProfileDetail, toProfileView } from './profile-view.ts';
import { refuseEdit } from './refusals.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

const NAME = { name: 'The name of a profile.' };

export const PROFILE_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/profiles',
    id: 'listProfiles',
    tag: 'access',
    summary: 'The profiles with their addresses and numbers of tools',
    query: NO_QUERY,
    answers: { 200: { description: 'In the order of the config.', schema: profileListSchema } },
    errors: [],
    handle: (context, deps) => answerList(context, deps),
  }),
  defineRoute({
    method: 'get',
    path: '/profiles/{name}',
    id: 'getProfile',
    tag: 'access',
    summary: 'A profile with its current tools',
    pathParameters: NAME,
    query: NO_QUERY,
    answers: { 200: { description: 'The profile.', schema: profileDetailSchema } },
    errors: ['not_found'],
    handle: (context, deps) => answerProfile(context, deps),
  }),
  defineRoute({
    method: 'put',
    path: '/profiles/{name}',
    id: 'putProfile',
    tag: 'access',
    summary: 'Creates or changes a profile in the config',
    description: 'With dry_run nothing is written, and the answer is the resulting profile.',
    pathParameters: NAME,
    query: NO_QUERY,
    body: profileRequestSchema,
    answers: { 200: { description: 'The profile with its tools.', schema: profileDetailSchema } },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: async (context, deps) => {
      const name = nameIn(context);
      if (!PROFILE_NAME.test(name)) {
        return badRequest(context, [
          { path: 'name', message: 'must be a-z, 0-9 and -, at most 64, such as reading-only' },
        ]);
      }
      const body = await readJsonBody(context, profileRequestSchema, deps.limits);
      if (!body.ok) return refuseBody(context, body.error);
      const { dry_run: isDryRun = false } = body.value;
      const changed = await deps.config.edit((current) => putProfile(current, name, body.value), isDryRun);
      if (!changed.ok) return refuseChange(context, changed.error, deps);
      return isDryRun
        ? context.json(toProfileDetail(toRequestedProfile(name, body.value), deps))
        : answerProfile(context, deps);
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/profiles/{name}',
    id: 'removeProfile',
    tag: 'access',
    summary: 'Removes a profile from the config',
    description: 'Tokens for this profile give no access afterwards.',
    pathParameters: NAME,
    query: NO_QUERY,
    answers: { 200: { description: 'The remaining profiles.', schema: profileListSchema } },
    errors: ['not_found', 'conflict', 'unavailable'],
    handle: async (context, deps) => {
      const removed = await deps.config.edit((current) => removeProfile(current, nameIn(context)));
      return removed.ok ? answerList(context, deps) : refuseChange(context, removed.error, deps);
    },
  }),
];

const nameIn = (context: RestContext): string => context.req.param('name') ?? '';

function answerList(context: RestContext, deps: RestDeps): Response {
  const profiles = deps.profiles().map((profile) => toProfileView(profile, deps));
  return context.json({ profiles, total: profiles.length });
}

function answerProfile(context: RestContext, deps: RestDeps): Response {
  const name = nameIn(context);
  const profile = deps.profiles().find((candidate) => candidate.name === name);
  return profile === undefined
    ? refuseMissing(context, deps.profiles(), name)
    : context.json(toProfileDetail(profile, deps));
}

function refuseMissing(context: RestContext, profiles: readonly ProfileConfig[], name: string): Response {
  const names = profiles.map((profile) => profile.name);
  return notFound(context, `There is no profile '${name}'.`, suggest(name, names));
}

/** The request was valid, so another part of the file is wrong and blocks every change. */
function refuseChange(context: RestContext, problem: EditProblem, { configFile, profiles }: RestDeps): Response {
  if (problem.kind === 'missing') return refuseMissing(context, profiles(), nameIn(context));
  if (problem.kind !== 'invalid') return refuseEdit(context, problem);
  const what = problem.problems?.map(({ path, message }) => `${path} ${message}`).join('; ') ?? problem.message;
  return fail(
    context,
    'conflict',
    `${configFile} is not usable at the moment, so the change would not be applied: ${what}`,
  );
}
