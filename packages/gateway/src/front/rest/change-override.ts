import { type Override, type OverrideAnswer, overrideRequestSchema } from '@toolmark/api-contract';
import type { OverrideSetting } from '../../catalog/hints/override-state.ts';
import { fromState, toOverride } from '../../catalog/hints/override-state.ts';
import { isSamePlace } from '../../model/tool-places.ts';
import { toDecider } from '../tokens/credential.ts';
import { fail, notFound } from './answers.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { overrideEffects, relaxedForFutureTools } from './override-effects.ts';
import { type OverrideTarget, overrideTarget } from './override-target.ts';
import { ownerOf } from './owner-of.ts';
import { refuseChange } from './refusals.ts';

export async function setOverride(context: RestContext, deps: RestDeps, isDryRun: boolean): Promise<Response> {
  const target = readTarget(context, deps);
  const body = await readJsonBody(context, overrideRequestSchema, deps.limits);
  if (!body.ok) return refuseBody(context, body.error);
  const request: OverrideSetting = { ...body.value, author: toDecider(ownerOf(context)).by };
  const kept = toOverride(target, request, new Date(deps.now()).toISOString());
  const wanted = kept && fromState(kept);
  const isThere = deps.overrides.list().some((other) => isSamePlace(other, target));
  if (isDryRun) {
    const configured = configuredFor(target, deps);
    if (configured !== undefined) return fail(context, 'conflict', configured);
    return context.json({ ...(await toAnswer(target, wanted, deps)), is_dry_run: true });
  }
  // Compute the effects before the change, because they are relative to the current hints.
  const answer = await toAnswer(target, wanted, deps);
  const set = await deps.overrides.set(target.server, target.tool, request);
  if (!set.ok) return refuseChange(context, set.error);
  return context.json({ ...answer, override: set.value ?? null }, set.value === undefined || isThere ? 200 : 201);
}

export interface RemoveQuery {
  readonly dry_run: boolean;
  readonly reason: string | undefined;
}

export async function removeOverride(context: RestContext, deps: RestDeps, query: RemoveQuery): Promise<Response> {
  const target = readTarget(context, deps);
  const { server, tool } = target;
  const none = `No hint is set for '${tool}' of server '${server}'.`;
  const answer = await toAnswer(target, undefined, deps);
  if (query.dry_run) {
    if (ownOverride(target, deps) !== undefined) return context.json({ ...answer, is_dry_run: true });
    const configured = configuredFor(target, deps);
    return configured === undefined ? notFound(context, none) : fail(context, 'conflict', configured);
  }
  const { by: author } = toDecider(ownerOf(context));
  const removed = await deps.overrides.remove(server, tool, { author, reason: query.reason ?? null });
  if (!removed.ok) return refuseChange(context, removed.error);
  return removed.value ? context.json(answer) : notFound(context, none);
}

const readTarget = (context: RestContext, deps: RestDeps): OverrideTarget =>
  overrideTarget(deps, context.req.param('server') ?? '', context.req.param('tool') ?? '');

/** The override that can be changed through the API. */
const ownOverride = (target: OverrideTarget, { overrides }: Pick<RestDeps, 'overrides'>): Override | undefined =>
  overrides.list().find((other) => other.origin === 'set' && isSamePlace(other, target));

/** Explains that the override is in the config file, if it is. */
function configuredFor(target: OverrideTarget, { overrides, configFile }: RestDeps): string | undefined {
  const isConfigured = overrides.list().some((other) => other.origin === 'config' && isSamePlace(other, target));
  return isConfigured ? `${target.server}/${target.tool} is set in ${configFile}. Change it there.` : undefined;
}

async function toAnswer(target: OverrideTarget, wanted: Override | undefined, deps: RestDeps): Promise<OverrideAnswer> {
  const before = deps.overrides.list();
  const own = ownOverride(target, deps);
  const after = [...before.filter((other) => other !== own), ...(wanted === undefined ? [] : [wanted])];
  return {
    override: wanted ?? null,
    matching_tools: target.tools.length,
    note: wanted === undefined ? null : target.note,
    ...(await overrideEffects(target.tools, { before, after }, deps)),
    relaxed_later: target.isOpen ? relaxedForFutureTools(own?.hints, wanted?.hints) : [],
    is_dry_run: false,
  };
}
