/**
 * Whether a field's name implies a secret. `secret`: always. Others depend on the value: `pass` is a password only as
 * text (elsewhere a count of tests), `pwd` may be a path, and `auth` is a secret if it is base64 of `user:password`, as
 * Docker writes it.
 */
export type NameKind = 'secret' | 'pass' | 'pwd' | 'auth';

/**
 * Whether values under this name are secrets. Compares whole words in snake, kebab and camel case; the last word
 * decides: a `password_policy` is a policy.
 *
 * @example
 * kindOfName('X-Api-Key') // 'secret'
 * kindOfName('nextPageToken') // undefined
 */
export function kindOfName(name: string): NameKind | undefined {
  const words = toWords(name);
  if (PASS.test(words)) return 'pass';
  if (PWD.test(words)) return 'pwd';
  if (AUTH.test(words)) return 'auth';
  return SECRET.test(words) || SECRET.test(words.replace(QUALIFIER, '')) ? 'secret' : undefined;
}

/** A normalized name for comparison with the config. */
export const toPlainName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** No real field name is longer; of a longer one, the end decides. */
const MAX_NAME = 128;
const CAMEL = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

/** Lower-cased words separated by blanks, without a trailing number: `apiKey2` becomes `api key`. */
function toWords(name: string): string {
  return name
    .slice(-MAX_NAME)
    .replace(CAMEL, ' ')
    .toLowerCase()
    .replace(/[_.:/[\]-]/g, ' ')
    .trim()
    .replace(/(?:(?<=[a-z])| v?)\d{1,3}$/, '');
}

/** Words that may follow without changing the meaning. */
const QUALIFIER =
  / (?:values?|hash|hashed|plain|plaintext|encrypted|base64|b64|base|data|string|binary|confirm|confirmation|repeat)$/;

/** A token of these is a cursor, a piece of text or a handle, which is not secret. */
const HARMLESS_TOKENS =
  'page|pagination|next|prev|previous|continuation|continue|sync|progress|cursor|cancellation|cancel|resume|delta|change|' +
  'concurrency|scroll|start|end|stop|eos|bos|pad|unk|mask|sep|cls|special|max|min|per|first|last|input|output|position';

const SECRET = new RegExp(
  `(?:${[
    'passwords?',
    'passwd',
    'pass ?phrases?',
    'pass ?codes?',
    ' pwd',
    'secrets?',
    'credentials?',
    'creds',
    `(?<!(?:${HARMLESS_TOKENS}) ?)token`,
    '(?:^| )(?:access|refresh|api|auth|bearer|session|secret|personal|device|id) ?tokens',
    '(?:api|private|secret|access|signing|encryption|decryption) ?keys?',
    '(?:^| )(?:account|admin|app|application|auth|client|deploy|hmac|license|master|role|service|session|shared|subscription|webhook) ?key',
    '(?:^| )authorization',
    '(?:^| )cookies?',
    '(?:^| )(?:jwt|t?otp|cv[vc])',
    '(?:^| )(?:t?otp|mfa|2fa|factor|sms|login|auth|authorization|verification|recovery|backup|security|access|device) ?codes?',
    'code ?verifier',
    'connection ?string',
    'conn ?str(?:ing)?',
    '(?:seed|recovery) ?phrase',
    '(?:amz|goog) ?signature',
  ].join('|')})$`,
);
const PASS = /(?:^| |db|user|ssh|smtp|root|admin)pass$/;
const PWD = /^(?:(?:old|current|initial|working) )?pwd$/;
const AUTH = /(?:^| )auth$/;

/** Matches in every name that `kindOfName` classifies, and in many others. Runs on every call, so it must be fast. */
export const NAME_HINT: string = [
  'pass(?:w|[ _./:-]?(?:phrase|code)|(?![a-z]))',
  'pwd',
  'secret',
  'cred(?:ential|s)',
  'token(?!s)',
  '(?:access|refresh|api|auth|bearer|session|personal|device|id)[ _./:-]?tokens',
  '(?:api|private|access|signing|cryption|account|admin|app|application|auth|client|deploy|hmac|license|master|role|service|session|shared|subscription|webhook)[ _./:-]?key',
  'authorization',
  'cookie',
  'jwt',
  'otp',
  'cv[vc]',
  '(?:mfa|2fa|factor|sms|login|auth|verification|recovery|backup|security|access|device)[ _./:-]?code',
  'code[ _./:-]?verifier',
  'conn(?:ection)?[ _./:-]?str',
  '(?:seed|recovery)[ _./:-]?phrase',
  '(?:amz|goog)[ _./:-]?signature',
  'auth(?![a-z])',
].join('|');

/** A substring of each, for a fast pre-check. */
export const NAME_PARTS: readonly string[] =
  'pass pwd secr cred toke key auth cook jwt otp cvv cvc code conn phra gnat'.split(' ');
