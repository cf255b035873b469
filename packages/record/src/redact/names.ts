/**
 * What a field's name says of its value. `secret`: whatever it is. The others are names with two meanings, where the value
 * decides: `pass` is a password only as text (elsewhere a count of tests), `pwd` is none where it is a path, `auth` is one where
 * it is `user:password` in base64, as Docker writes it.
 */
export type NameKind = 'secret' | 'pass' | 'pwd' | 'auth';

/**
 * Whether values under this name are secrets. Whole words count, in snake, kebab and camel case alike, and the last of them decides:
 * a `password_policy` is a policy.
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

/** A name without what does not count when names are compared in the config. */
export const toPlainName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** Nobody's field is longer; of one that is, the end decides anyway. */
const MAX_NAME = 128;
const CAMEL = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

/** In lower case, with one blank between words and without a number at the end: `apiKey2` is `api key`. */
function toWords(name: string): string {
  return name
    .slice(-MAX_NAME)
    .replace(CAMEL, ' ')
    .toLowerCase()
    .replace(/[_.:/[\]-]/g, ' ')
    .trim()
    .replace(/(?:(?<=[a-z])| v?)\d{1,3}$/, '');
}

/** Words after which a secret is still one. */
const QUALIFIER =
  / (?:values?|hash|hashed|plain|plaintext|encrypted|base64|b64|base|data|string|binary|confirm|confirmation|repeat)$/;

/** A token of these is a place in a list, a piece of text, or a handle: nothing to be kept from anybody. */
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

/**
 * Occurs in every name of which `kindOfName` has something to say, as it stands in a text; and in many others. It is looked for
 * in every call, so that it has to be fast above all.
 */
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

/** A part of each, for a glance. */
export const NAME_GLANCE: readonly string[] =
  'pass pwd secr cred toke key auth cook jwt otp cvv cvc code conn phra gnat'.split(' ');
