import type { ApiErrorCode } from '@toolmark/api-contract';
import type * as z from 'zod';
import { badRequest } from './answers.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { type ParametersFor, parseQuery } from './query.ts';

/** One thing the API can do: how it is asked for, what it answers, and who does it. The app and its description are made from these. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Below `/api/v1`, with its variable parts in braces. */
  readonly path: string;
  /** A name for programs that are generated. */
  readonly id: string;
  readonly tag: Tag;
  /** What it is for, in a few words. */
  readonly summary: string;
  readonly description?: string;
  /** For everybody, also without a token. */
  readonly isPublic?: boolean;
  /** What the variable parts of the path are. */
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly query: ParametersFor<Readonly<Record<string, unknown>>>;
  /** Headers that mean something here, each with what. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON that may be sent with it. */
  readonly body?: z.ZodType;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Besides those that every route has. */
  readonly errors: readonly ApiErrorCode[];
  readonly handle: (context: RestContext, deps: RestDeps) => Response | Promise<Response>;
}

type Tag = 'gateway' | 'servers' | 'tools' | 'sessions' | 'tool-calls' | 'approvals' | 'policy' | 'access' | 'events';

/** JSON of a shape, or a stream of text; or either, by what the request accepts. */
export type Answer =
  | { readonly description: string; readonly schema: z.ZodType; readonly types?: readonly string[] }
  | { readonly description: string; readonly types: readonly string[] };

interface RouteStart<Values extends object> extends Omit<Route, 'query' | 'handle'> {
  readonly query: ParametersFor<Values>;
  readonly handle: (context: RestContext, deps: RestDeps, query: Values) => Response | Promise<Response>;
}

/** A route that is handed its query read and checked. What is wrong with one has been answered then, all of it at once. */
export function defineRoute<Values extends object>(start: RouteStart<Values>): Route {
  const { query, handle, ...rest } = start;
  return {
    ...rest,
    query: query as Route['query'], // Nobody hands values to it any more: it is only described.
    handle: (context, deps) => {
      const parsed = parseQuery(query, context.req.queries());
      return parsed.ok ? handle(context, deps, parsed.value) : badRequest(context, parsed.error);
    },
  };
}

/** For routes without any. */
export const NO_QUERY: ParametersFor<object> = Object.freeze({});
