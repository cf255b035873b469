import * as z from 'zod';
import type { Shape } from './shape.ts';

/** All error codes of the HTTP API with their status. Programs act on the code, people read the message. */
export const apiErrors = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  /** Someone else answered first, or it expired. */
  already_resolved: 409,
  /** The request body is longer than the config allows. */
  too_large: 413,
  /** The request body is not declared as JSON. */
  unsupported_media_type: 415,
  /** A rate limit was reached; a later attempt may succeed. */
  too_many_requests: 429,
  too_many_headers: 431,
  internal: 500,
  /** The record of calls is off, or cannot be read at the moment. */
  record_unavailable: 503,
  /** Too many listeners, or the gateway is shutting down; a later attempt may succeed. */
  unavailable: 503,
} as const;

export type ApiErrorCode = keyof typeof apiErrors;

export const apiErrorSchema = z.object({
  error: z.object({
    code: z.enum(Object.keys(apiErrors) as ApiErrorCode[]),
    message: z.string(),
    /** Similar names that may have been meant. */
    suggestions: z.array(z.string()).optional(),
    /** All problems of the request, with their paths. */
    problems: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
});

/** The body of every failed request. */
export type ApiError = Shape<typeof apiErrorSchema>;
