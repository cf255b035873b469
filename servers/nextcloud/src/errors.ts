import { ToolError } from '@toolmark/kit';

/** Every failure a tool of this server can report. The README explains each, and a test compares the two. */
export const ERROR_CODES = [
  'UNREACHABLE',
  'TIMEOUT',
  'BAD_CREDENTIALS',
  'NOT_ALLOWED',
  'NOT_FOUND',
  'CONFLICT',
  'STALE_ETAG',
  'TOO_LARGE',
  'LOCKED',
  'QUOTA_EXCEEDED',
  'RATE_LIMITED',
  'INVALID_ARGUMENT',
  'DISABLED',
  'REDIRECTED',
  'UNEXPECTED_REPLY',
] as const;

/** One of {@link ERROR_CODES}. */
export type NextcloudErrorCode = (typeof ERROR_CODES)[number];

/** A failure whose message says what to do next. The kit sends the message to the caller unchanged. */
export class NextcloudError extends ToolError {
  declare readonly code: NextcloudErrorCode;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;

  constructor(code: NextcloudErrorCode, message: string, details?: Readonly<Record<string, unknown>>) {
    super(code, message, details);
    const status = details?.['status'];
    this.status = typeof status === 'number' ? status : undefined;
  }
}

export const invalidArgument = (message: string, details?: Readonly<Record<string, unknown>>): NextcloudError =>
  new NextcloudError('INVALID_ARGUMENT', message, details);
