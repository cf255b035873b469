import type { ApiError, ApiErrorCode } from '@toolmark/api-contract';

/** Why a request got no answer that could be used, in words for a person. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** Of the gateway; `offline` where nobody answered, `timeout` where it took too long. */
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

/** What to show of anything that was thrown. */
export function toFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  return new ApiFailure('internal', error instanceof Error ? error.message : String(error));
}
