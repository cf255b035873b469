import { ToolError } from '@toolmark/kit';

/** Every failure a tool of this server can report. The README explains each, and a test compares the two. */
export const ERROR_CODES = [
  'NOT_SIGNED_IN',
  'NO_ENVIRONMENT',
  'NEEDS_CONSENT',
  'DECLINED',
  'UNREACHABLE',
  'TIMEOUT',
  'BAD_CREDENTIALS',
  'NOT_ALLOWED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'RATE_LIMITED',
  'TOO_LARGE',
  'INVALID_ARGUMENT',
  'ADDRESS_REFUSED',
  'PARTLY_DONE',
  'CLOUD_ERROR',
  'UNEXPECTED_REPLY',
] as const;

/** One of {@link ERROR_CODES}. */
export type CloudBaseErrorCode = (typeof ERROR_CODES)[number];

export interface FailureDetails {
  /** Tencent's error code, such as `ResourceNotFound`. */
  readonly cloudCode?: string;
  /** Tencent's id of the request, for its support. */
  readonly requestId?: string;
  readonly [more: string]: unknown;
}

/** A failure whose message says what to do next. The kit sends the message to the caller unchanged. */
export class CloudBaseError extends ToolError {
  declare readonly code: CloudBaseErrorCode;
  readonly cloudCode: string | undefined;
  readonly requestId: string | undefined;

  constructor(code: CloudBaseErrorCode, message: string, details?: FailureDetails) {
    super(code, message, details);
    this.cloudCode = details?.cloudCode;
    this.requestId = details?.requestId;
  }
}

export const invalidArgument = (message: string, details?: FailureDetails): CloudBaseError =>
  new CloudBaseError('INVALID_ARGUMENT', message, details);

/** A later step failed; the earlier steps are not undone. `details` describes them. */
export const partlyDone = (
  message: string,
  details: Readonly<Record<string, unknown>>,
  { code, cloudCode, requestId }: CloudBaseError,
): CloudBaseError =>
  new CloudBaseError('PARTLY_DONE', message, {
    ...details,
    cause: code,
    ...(cloudCode !== undefined && { cloudCode }),
    ...(requestId !== undefined && { requestId }),
  });
