import type { ApiErrorCode } from '@toolmark/api-contract';
import type * as z from 'zod';
import { badRequest } from './answers.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { type ParametersFor, parseQuery } from './query.ts';

/** A route: its request, answers and handler. The app and its API description are built from routes. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Below `/api/v1`, with variable parts in braces. */
  readonly path: string;
  /** The operation name for generated clients. */
  readonly id: string;
  readonly tag: Tag;
  /** A short summary. */
  readonly summary: string;
  readonly description?: string;
  /** No credential is required. */
  readonly isPublic?: boolean;
  /** Descriptions of the variable parts. */
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly query: ParametersFor<Readonly<Record<string, unknown>>>;
  /** Descriptions of the headers this route reads. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The schema of the JSON body. */
  readonly body?: z.ZodType;
  readonly answers: Readonly<Record<number, Answer>>;
  /** In addition to those of every route. */
  readonly errors: readonly ApiErrorCode[];
  readonly handle: (context: RestContext, deps: RestDeps) => Response | Promise<Response>;
}

type Tag = 'gateway' | 'servers' | 'tools' | 'sessions' | 'tool-calls' | 'approvals' | 'policy' | 'access' | 'events';

/** A JSON schema, or a stream of text; or either, depending on the Accept header. */
export type Answer =
  | { readonly description: string; readonly schema: z.ZodType; readonly types?: readonly string[] }
  | { readonly description: string; readonly types: readonly string[] };

interface RouteStart<Values extends object> extends Omit<Route, 'query' | 'handle'> {
  readonly query: ParametersFor<Values>;
  readonly handle: (context: RestContext, deps: RestDeps, query: Values) => Response | Promise<Response>;
}

/** Defines a route whose handler gets the parsed query. Invalid queries are answered with all problems. */
export function defineRoute<Values extends object>(start: RouteStart<Values>): Route {
  const { query, handle, ...rest } = start;
  return {
    ...rest,
    query: query as Route['query'], // From here on it only serves the description.
    handle: (context, deps) => {
      const parsed = parseQuery(query, context.req.queries());
      return parsed.ok ? handle(context, deps, parsed.value) : badRequest(context, parsed.error);
    },
  };
}

/** For routes without a query. */
export const NO_QUERY: ParametersFor<object> = Object.freeze({});
