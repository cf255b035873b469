import { randomUUID } from 'node:crypto';
import { VERSIONS } from '../../cloud/cloud-api.ts';
import { type EmulatorReply, type EmulatorRequest, headerOf, json, jsonOf } from '../exchange.ts';
import { Refusal } from '../refusal.ts';
import { verifyTc3 } from '../verify/verify-tc3.ts';
import type { World } from '../world.ts';
import type { Actions } from './action.ts';
import { AUTH_DOMAIN_ACTIONS } from './auth-domains.ts';
import { ENV_ACTIONS } from './environments.ts';
import { FUNCTION_ACTIONS } from './functions.ts';
import { GATEWAY_ACTIONS } from './gateway.ts';
import { HOSTING_ACTIONS } from './hosting.ts';
import { HTTP_ROUTE_ACTIONS } from './http-routes.ts';
import { MODEL_ACTIONS } from './models.ts';
import { NOSQL_ACTIONS } from './nosql.ts';

const ACTIONS: Actions = {
  ...ENV_ACTIONS,
  ...AUTH_DOMAIN_ACTIONS,
  ...HOSTING_ACTIONS,
  ...FUNCTION_ACTIONS,
  ...GATEWAY_ACTIONS,
  ...HTTP_ROUTE_ACTIONS,
  ...NOSQL_ACTIONS,
  ...MODEL_ACTIONS,
};

const VERSION_OF: Readonly<Record<string, string>> = VERSIONS;

/** Cloud API 3.0: the action is in a header, and failures have status 200 too. */
export async function handleCloudApi(world: World, request: EmulatorRequest, service: string): Promise<EmulatorReply> {
  const RequestId = randomUUID();
  try {
    verifyTc3(request, service, world.accounts, world.now());
    const action = headerOf(request, 'x-tc-action') ?? '';
    const version = VERSION_OF[service];
    if (version !== undefined && headerOf(request, 'x-tc-version') !== version)
      throw new Refusal('NoSuchVersion', `The version of ${service} is ${version}.`);
    const run = ACTIONS[`${service}.${action}`];
    if (run === undefined)
      throw new Refusal('InvalidAction', `The emulator does not support the action ${action} of ${service}.`);
    const payload = jsonOf(request.body);
    if (payload === undefined) throw new Refusal('InvalidParameter', 'The body is not a JSON object.');
    return json({ Response: { ...(await run(payload, world)), RequestId } });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return json({ Response: { Error: { Code: error.code, Message: error.message }, RequestId } });
  }
}
