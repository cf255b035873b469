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
  too_many_headers: 431,
  internal: 500,
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
