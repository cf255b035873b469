import type { ApiError, ApiErrorCode } from '@toolmark/api-contract';

/** Why a request failed, with a message for the user. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** The gateway's error code; `offline` if it cannot be reached, `timeout` if it does not answer in time. */
  readonly code: ApiErrorCode | 'offline' | 'timeout';
  readonly problems: NonNullable<ApiError['error']['problems']>;
  readonly suggestions: readonly string[];

  constructor(
    code: ApiFailure['code'],
    message: string,
    problems: ApiFailure['problems'] = [],
    suggestions: ApiFailure['suggestions'] = [],
  ) {
    super(message);
    this.code = code;
    this.problems = problems;
    this.suggestions = suggestions;
  }
}

/** Turns any thrown value into a failure that the page can show. */
export function toFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  return new ApiFailure('internal', error instanceof Error ? error.message : String(error));
}
