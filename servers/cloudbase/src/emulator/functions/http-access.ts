import { randomUUID } from 'node:crypto';
import { routeOf } from '../cloud-api/gateway.ts';
import { decoded, type EmulatorReply, type EmulatorRequest, json } from '../exchange.ts';
import type { World } from '../world.ts';
import type { FunctionResult } from './function-runner.ts';

interface Target {
  readonly envId: string;
  readonly rest: string;
}

/** Calls the function of a route, as Tencent's gateway does. */
export async function handleFunction(
  world: World,
  request: EmulatorRequest,
  { envId, rest }: Target,
): Promise<EmulatorReply> {
  const path = decoded(rest);
  const route = routeOf(world, envId, path);
  if (route === undefined) return failure('INVALID_PATH', `No function answers for ${path}.`, 404);
  if (route.auth === 1) return failure('MISSING_CREDENTIALS', 'This path needs a signed-in user.', 401);
  const found = world.environments.get(envId)?.functions.get(route.name);
  if (found === undefined) return failure('FUNCTION_NOT_FOUND', `Function ${route.name} does not exist.`, 404);
  const event = {
    path: route.path === '/' ? path : path.slice(route.path.length) || '/',
    httpMethod: request.method,
    headers: request.headers,
    queryStringParameters: Object.fromEntries(request.query),
    requestContext: { requestId: randomUUID(), appId: envId },
    body: request.body.toString(),
    isBase64Encoded: false,
  };
  return toReply(await world.runner.run(found, envId, event));
}

function toReply(result: FunctionResult): EmulatorReply {
  if (result.kind === 'timed-out') return failure('FUNCTION_TIME_LIMIT_EXCEEDED', result.message, 504);
  if (result.kind !== 'returned') return failure('FUNCTION_INVOCATION_FAILED', result.message, 500);
  const value: unknown = JSON.parse(result.text);
  if (!isIntegrated(value))
    return typeof value === 'string'
      ? { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: value }
      : json(value);
  const { statusCode, headers = {}, body = '', isBase64Encoded } = value;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status: statusCode >= 200 && statusCode <= 599 ? statusCode : 500,
    headers: Object.fromEntries(Object.entries(headers).map(([name, each]) => [name, String(each)])),
    body: isBase64Encoded === true ? Buffer.from(text, 'base64') : text,
  };
}

/** A reply that the function built itself. */
interface Integrated {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly isBase64Encoded?: unknown;
}

const isIntegrated = (value: unknown): value is Integrated =>
  typeof value === 'object' && value !== null && 'statusCode' in value && typeof value.statusCode === 'number';

const failure = (code: string, message: string, status: number): EmulatorReply =>
  json({ code, message, requestId: randomUUID() }, status);
