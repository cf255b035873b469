import { type ApiErrorCode, apiErrorSchema, apiErrors } from '@toolmark/api-contract';
import type * as z from 'zod';
import { type Json, namedSchemas, parameterSchema, refTo } from './openapi-schemas.ts';
import { type Answer, defineRoute, NO_QUERY, type Route } from './route.ts';

/** The route that serves the API description, itself included. */
export function openApiRoutes(others: readonly Route[]): readonly Route[] {
  const route = defineRoute({
    method: 'get',
    path: '/openapi.json',
    id: 'describe',
    tag: 'gateway',
    summary: 'This description',
    query: NO_QUERY,
    answers: { 200: { description: 'OpenAPI 3.1.', types: ['application/json'] } },
    errors: [],
    handle: (context, { version }) => {
      document ??= toOpenApi([...others, route], version);
      return context.json(document);
    },
  });
  let document: Json | undefined;
  return [route];
}

/**
 * Describes routes as OpenAPI 3.1. The app is built from the same routes.
 *
 * @example
 * toOpenApi(ROUTES, '1.2.3').openapi // '3.1.1'
 */
export function toOpenApi(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    Object.assign(paths[route.path] ?? {}, { [route.method]: toOperation(route) });
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Toolmark',
      version,
      description:
        'Servers, tools, sessions, calls, approvals and the policy of a Toolmark gateway. Times are ISO 8601 in UTC.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/v1' }],
    security: [{ token: [] }, { page: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            "The owner's token, in the file 'owner-token' in the data folder, or a named API token. Not required with --no-auth.",
        },
        page: {
          type: 'apiKey',
          in: 'cookie',
          name: 'toolmark_<port>',
          description:
            "Set by POST /sign-in. Only valid in requests that the browser marks as coming from the gateway's own page.",
        },
      },
      schemas: namedSchemas(),
    },
  };
}

/** Errors of the guard and the app that any request may get. */
const ALWAYS: readonly ApiErrorCode[] = ['bad_request', 'unauthorized', 'forbidden', 'too_many_headers', 'internal'];

function toOperation(route: Route): Json {
  const parameters = [
    ...pathNames(route.path).map((name) => ({
      name,
      in: 'path',
      required: true,
      description: route.pathParameters?.[name],
      schema: { type: 'string' },
    })),
    ...Object.entries(route.query).map(([name, { description, schema }]) => ({
      name,
      in: 'query',
      description,
      schema: parameterSchema(schema),
    })),
    ...Object.entries(route.headers ?? {}).map(([name, description]) => ({
      name,
      in: 'header',
      description,
      schema: { type: 'string' },
    })),
  ];
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    ...(route.isPublic && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: toRequestBody(route.body) }),
    responses: { ...toAnswers(route.answers), ...toErrors([...ALWAYS, ...route.errors]) },
  };
}

/** A missing body counts as an empty object, so a body is only required if an empty object is invalid. */
function toRequestBody(body: z.ZodType): Json {
  return {
    required: !body.safeParse({}).success,
    content: { 'application/json': { schema: refTo(body) } },
  };
}

export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function toAnswers(answers: Route['answers']): Json {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [
      status,
      { description: answer.description, content: toContent(answer) },
    ]),
  );
}

function toContent(answer: Answer): Json {
  const texts = (answer.types ?? []).map((type) => [
    type,
    { schema: type === 'application/json' ? {} : { type: 'string' } },
  ]);
  return {
    ...('schema' in answer && { 'application/json': { schema: refTo(answer.schema) } }),
    ...Object.fromEntries(texts),
  };
}

/** Several codes may share a status. */
function toErrors(codes: readonly ApiErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => apiErrors[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, shared]) => [
      status,
      {
        description: shared.map((code) => `\`${code}\``).join(' or '),
        content: { 'application/json': { schema: refTo(apiErrorSchema) } },
      },
    ]),
  );
}
