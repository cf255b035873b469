import { NextcloudError, type NextcloudErrorCode } from '../errors.ts';

/** The error code and message for each status. `{what}` is the subject of the request, such as `note 42`. */
const SENTENCES: Readonly<Record<number, readonly [NextcloudErrorCode, string]>> = {
  400: ['INVALID_ARGUMENT', 'Nextcloud refused the values given for {what}. Check the arguments.'],
  401: [
    'BAD_CREDENTIALS',
    'Nextcloud did not accept the credentials. Run toolmark-nextcloud login URL, or check the user and the app password.',
  ],
  403: [
    'NOT_ALLOWED',
    'Nextcloud does not allow this for {what}: it may belong to another user, be read-only, or not exist. Check the id or name, or ask its owner for the right.',
  ],
  404: ['NOT_FOUND', 'Nextcloud did not find {what}. List what there is, and use a name or id from that list.'],
  405: [
    'CONFLICT',
    'Nextcloud does not offer this for {what}; it may exist already. List what there is, or choose another name.',
  ],
  409: [
    'CONFLICT',
    'This conflicts with what Nextcloud has for {what}: it may exist already, or its folder may be missing. Choose another name, or create the folder first.',
  ],
  412: [
    'STALE_ETAG',
    '{what} has changed or exists already, so nothing was written. Read it again, look at the difference, and repeat with the new etag.',
  ],
  413: ['TOO_LARGE', 'What was sent for {what} is larger than this Nextcloud accepts. Send less, or split it.'],
  423: ['LOCKED', '{what} is locked by another program or user. Try again later.'],
  429: ['RATE_LIMITED', 'Nextcloud asks to slow down. Wait a minute before the next call.'],
  503: ['UNREACHABLE', 'Nextcloud is in maintenance mode or overloaded. Try again later.'],
  507: [
    'QUOTA_EXCEEDED',
    'There is not enough space left in Nextcloud for {what}. Free some, or ask for a larger quota.',
  ],
};

interface StatusDetails {
  /** Nextcloud's own error message. */
  readonly reason?: string | undefined;
  /** The wait that `Retry-After` asks for. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Converts a status to an error.
 *
 * @example
 * toStatusError(404, 'note 42').message // 'Nextcloud did not find note 42. List what there is, …'
 */
export function toStatusError(
  status: number,
  what: string,
  { reason, retryAfterMs }: StatusDetails = {},
): NextcloudError {
  const [code, sentence] = SENTENCES[status] ?? [
    'UNEXPECTED_REPLY',
    `Nextcloud answered with status ${status} for {what}. Its log (Administration settings, Logging) says why.`,
  ];
  const wait = retryAfterMs === undefined ? '' : ` It asks to wait ${Math.ceil(retryAfterMs / 1000)} s.`;
  const said = reason === undefined ? '' : ` Nextcloud says: ${reason}`;
  return new NextcloudError(code, `${capitalize(sentence.replaceAll('{what}', () => what))}${wait}${said}`, { status });
}

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
