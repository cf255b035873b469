import * as z from 'zod';

/**
 * Every code an answer of the HTTP front can carry, with the status it comes with. Programs go by the code, people by the
 * message.
 */
export const apiErrors = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  /** Somebody else was faster, or it is too late. */
  already_resolved: 409,
  /** The body of the request is longer than the config allows. */
  too_large: 413,
  /** The body of the request is not declared as JSON. */
  unsupported_media_type: 415,
  /** What may be tried only so often was tried more often. Later it may work. */
  too_many_requests: 429,
  too_many_headers: 431,
  internal: 500,
  /** The record of calls is off, or cannot be read now. */
  record_unavailable: 503,
  /** Too many listen already, or the gateway is being stopped. Later it may work. */
  unavailable: 503,
} as const;

export type ApiErrorCode = keyof typeof apiErrors;

/** How every request that failed is answered. */
export interface ApiError {
  readonly error: {
    readonly code: ApiErrorCode;
    readonly message: string;
    /** What may have been meant instead. */
    readonly suggestions?: readonly string[] | undefined;
    /** Everything that is wrong with the request, each with its place. */
    readonly problems?: readonly { readonly path: string; readonly message: string }[] | undefined;
  };
}

export const apiErrorSchema: z.ZodType<ApiError> = z.object({
  error: z.object({
    code: z.enum(Object.keys(apiErrors) as ApiErrorCode[]),
    message: z.string(),
    suggestions: z.array(z.string()).optional(),
    problems: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
});
