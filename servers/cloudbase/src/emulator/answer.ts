import { handleAdmin } from './admin.ts';
import { handleCloudApi } from './cloud-api/cloud-api.ts';
import { cosError, cosOperationOf, handleCos } from './cos/cos.ts';
import type { LoggedRequest, PlannedRefusal } from './create-emulator.ts';
import { type EmulatorReply, type EmulatorRequest, headerOf, json, jsonOf } from './exchange.ts';
import { handleFunction } from './functions/http-access.ts';
import { LIMITS } from './limits.ts';
import type { Parts } from './parts.ts';
import { Refusal } from './refusal.ts';
import { type Route, routeFor } from './routes.ts';
import { handleSite } from './site.ts';

interface Log {
  readonly requests: LoggedRequest[];
  readonly refusals: readonly PlannedRefusal[];
}

export async function answer(parts: Parts, request: EmulatorRequest, log: Log): Promise<EmulatorReply> {
  const route = routeFor(request.host, request.path);
  const [service, action] = actionNameOf(route, request);
  const planned = log.refusals.find((each) => each.action === `${service} ${action}` && each.times > 0);
  if (planned !== undefined) planned.times -= 1;
  const reply =
    planned === undefined ? await handle(parts, request, route) : refused(route, planned.refusal, request.path);
  log.requests.push({ service, action, status: reply.status });
  if (log.requests.length > LIMITS.loggedRequests) log.requests.shift();
  return reply;
}

async function handle(parts: Parts, request: EmulatorRequest, route: Route): Promise<EmulatorReply> {
  const { world, login, knowledge, templates } = parts;
  try {
    switch (route.kind) {
      case 'cloud-api':
        return await handleCloudApi(world, request, route.service);
      case 'cos':
        return handleCos(world, request, route);
      case 'admin':
        return handleAdmin(world, request);
      case 'login':
        return login.handle(request, route.rest) ?? unknown(request);
      case 'knowledge':
        return knowledge.handle(request, route.rest) ?? unknown(request);
      case 'templates':
        return (await templates.handle(route.rest)) ?? unknown(request);
      case 'site':
        return handleSite(world, request, route);
      case 'function':
        return await handleFunction(world, request, route);
      default:
        return unknown(request);
    }
  } catch (error) {
    if (error instanceof Refusal) return refused(route, error, request.path);
    throw error;
  }
}

/** Formats a refusal for each API. */
function refused(route: Route, refusal: Refusal, path: string): EmulatorReply {
  const { code, message, status } = refusal;
  if (route.kind === 'cos') return cosError(refusal, path);
  if (route.kind === 'cloud-api')
    return json({ Response: { Error: { Code: code, Message: message }, RequestId: 'refused' } });
  return json({ code, message, requestId: 'refused' }, status);
}

const unknown = ({ method, host, path }: EmulatorRequest): EmulatorReply =>
  json({ code: 'UnsupportedOperation', message: `The emulator does not support ${method} ${host}${path}.` }, 501);

function actionNameOf(route: Route, request: EmulatorRequest): readonly [service: string, action: string] {
  switch (route.kind) {
    case 'cloud-api':
      return [route.service, headerOf(request, 'x-tc-action') ?? ''];
    case 'cos':
      return ['cos', cosOperationOf(request, route)];
    case 'admin':
      return ['admin', String(jsonOf(request.body)?.['action'])];
    default:
      return [route.kind, `${request.method} ${'rest' in route ? route.rest : request.path}`];
  }
}
