import { MARKER_SOURCE, markerOf } from './marker.ts';
import { maskUpToCommand } from './mask-secret.ts';
import { PEM } from './pem.ts';
import type { Shape } from './shape.ts';

/**
 * Where a secret may start: not inside a word. In JSON within a string, the `n` of `\n` does not count as a word, nor
 * do the digits of `\u` and of `%` in URLs.
 */
const START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrtbf])|(?<=\\u[0-9a-fA-F]{4})|(?<=%[0-9a-fA-F]{2}))`;
/** The same for expressions that may backtrack over a long run: do not restart at each dash of the run. */
const RUN_START = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrtbf])|(?<=\\u[0-9a-fA-F]{4})|(?<=%[0-9a-fA-F]{2}))`;

/** Keys with a vendor's prefix. */
const PREFIXED: readonly string[] = [
  'gh[pousr]_[A-Za-z0-9]{20,}',
  'github_pat_[A-Za-z0-9_]{20,}',
  'gl(?:pat|oas|dt|rt|cbt|ptt|ft|soat|agent|imt)-[A-Za-z0-9_-]{16,}(?:\\.[A-Za-z0-9_-]+)*',
  'xox[abceoprs](?:\\.xox[a-z])?-[A-Za-z0-9-]{10,}',
  'xapp-[A-Za-z0-9-]{20,}',
  'AIza[A-Za-z0-9_-]{30,}',
  'ya29\\.[A-Za-z0-9_-]{20,}',
  'GOCSPX-[A-Za-z0-9_-]{20,}',
  '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,}',
  'whsec_[A-Za-z0-9+/=]{16,}',
  'npm_[A-Za-z0-9]{30,}',
  'pypi-[A-Za-z0-9_-]{40,}',
  'hf_[A-Za-z0-9]{30,}',
  'gsk_[A-Za-z0-9]{30,}',
  'do[opr]_v1_[a-f0-9]{40,}',
  'SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,}',
  'hv[sbr]\\.[A-Za-z0-9_-]{20,}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{30,}',
  'lin_api_[A-Za-z0-9]{30,}',
  'ntn_[A-Za-z0-9]{30,}',
  'figd_[A-Za-z0-9_-]{30,}',
  'glsa_[A-Za-z0-9_]{30,}',
  'dapi[a-f0-9]{32}',
  'AGE-SECRET-KEY-1[A-Z0-9]{50,}',
  '[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}',
];

const mark = (secret: string): string => markerOf(secret.length);

/** For formats that may contain any text, commands included. */
const maskPassword = (password: string): string => {
  const { text, rest } = maskUpToCommand(password);
  return `${text}${rest}`;
};

const afterStart: Shape['replace'] = (_match, [start = '', secret = '']) => `${start}${mark(secret)}`;

/** The built-in formats. Each takes linear time: runs end at their character class, and backtracking is bounded. */
export const SHAPES: readonly Shape[] = [
  PEM,
  { pattern: new RegExp(`${START}(?:${PREFIXED.join('|')})`, 'g'), replace: mark },
  {
    // CSS classes share this prefix, but have no mix of digits and capitals.
    pattern: new RegExp(`${START}sk-[A-Za-z0-9_-]{20,}`, 'g'),
    replace: (match) => (isRandom(match) ? mark(match) : match),
  },
  {
    pattern: new RegExp(`${RUN_START}eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*){2,4}`, 'g'),
    replace: mark,
  },
  {
    // The secret of an access key has no prefix; it is the first text of its length near the key.
    pattern: new RegExp(
      `${START}(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])` +
        '(?:([^A-Za-z0-9/+=][\\s\\S]{0,100}?)(?<![A-Za-z0-9/+=])([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=]))?',
      'g',
    ),
    replace: (match, [between = '', secret = '']) => {
      const key = markerOf(match.length - between.length - secret.length);
      return `${key}${between}${secret !== '' && isRandom(secret) && /[A-Z]/.test(secret) ? mark(secret) : secret}`;
    },
  },
  {
    pattern: new RegExp(`${START}(bearer[ \\t]{1,8})([A-Za-z0-9._~+/-]{8,}={0,2})`, 'gi'),
    replace: (match, [scheme = '', token = '']) =>
      isRandom(token) || token.length >= 40 ? `${scheme}${mark(token)}` : match,
  },
  {
    pattern: new RegExp(`${START}(basic[ \\t]{1,8})([A-Za-z0-9+/_-]{6,}={0,2})`, 'gi'),
    replace: (match, [scheme = '', encoded = '']) => (isUserAndPassword(encoded) ? `${scheme}${mark(encoded)}` : match),
  },
  {
    // A port and path are not a password, and a password may contain an @. PHP writes \/ for / in JSON.
    pattern:
      /(:(?:\\{0,3}\/){2}[^\s:@/?#"'<>\\]{0,128}:)(?!\d{1,5}(?:[/?#\\,;)\]}]|$))([^\s"'<>@]{1,256}(?:@[^\s"'<>@/?#]{1,256})*)(?=@)/g,
    replace: (_match, [start = '', password = '']) => `${start}${maskPassword(password)}`,
  },
  {
    pattern: /(hooks\.slack\.com(?:\\{0,3}\/)[a-z]{1,20}(?:\\{0,3}\/))([A-Za-z0-9/_\\-]{20,})/g,
    replace: afterStart,
  },
  {
    pattern:
      /(discord(?:app)?\.com(?:\\{0,3}\/)api(?:\\{0,3}\/)webhooks(?:\\{0,3}\/)\d{1,24}(?:\\{0,3}\/))([A-Za-z0-9_-]{20,})/g,
    replace: afterStart,
  },
  {
    // The signature of a signed URL.
    pattern: /([?&]sig=)([A-Za-z0-9%+/=_-]{16,})/g,
    replace: afterStart,
  },
  {
    // For other commands, -u is a user and group.
    pattern: new RegExp(
      `(\\s(?:-u|--user)[ =]\\\\{0,3}["']?[^\\s:"'\\\\]{1,64}:)((?:(?!${MARKER_SOURCE})[^\\s"'\\\\]){1,256})`,
      'g',
    ),
    replace: (match, [start = '', password = ''], before) =>
      before.includes('curl') ? `${start}${maskPassword(password)}` : match,
  },
];

/** A substring of each format, as it appears in JSON. */
export const SHAPE_HINT: string = [
  'gh[pousr]_\\w{20}',
  'github_pat_\\w{20}',
  'gl[a-z]{2,5}[_-][\\w-]{16}',
  'xox[a-z]',
  'xapp-',
  'aiza[\\w-]{30}',
  'ya29\\.',
  'gocspx',
  '[sr]k_(?:live|test)_',
  'whsec_',
  'npm_[a-z0-9]{30}',
  'pypi-[\\w-]{40}',
  '(?:hf|gsk|lin_api|ntn|figd)_[\\w-]{30}',
  'do[opr]_v1_',
  'sg\\.[\\w-]{16,64}\\.',
  'hv[sbr]\\.[\\w-]{20}',
  'shp[a-z]{2}_',
  'dapi[a-f0-9]{32}',
  'age-secret-key',
  '[0-9]:aa[\\w-]{30}',
  'private key',
  'sk-[\\w-]{20}',
  'eyj[\\w-]{8}',
  'a(?:ki|si|bi)a[a-z0-9]{16}',
  'acca[a-z0-9]{16}',
  'bearer[ \\t\\\\]',
  'basic[ \\t\\\\]',
  ':[\\\\/]{2,8}[^\\s:@/?#"\'<>\\\\]{0,128}:[^\\s"\'<>@]{1,256}@',
  'slack\\.com',
  'webhooks',
  '[?&]sig=',
  'curl',
].join('|');

/** A part of each, for the pre-check; a dot matches any character. */
export const SHAPE_PARTS: readonly string[] = (
  'ghp_ gho_ ghu_ ghs_ ghr_ _pat_ glpa gloa gldt glrt glcb glpt glft glso glag glim glsa xox xapp aiza ya29 gocs sk_ rk_ ' +
  'whse npm_ pypi hf_ gsk_ dop_ doo_ dor_ hvs hvb hvr shpa shpc shps _api ntn_ figd dapi secr :aa priv sk- eyj ' +
  'akia asia abia acca bear basi slac webh sig= curl sg. .@.'
).split(' ');

/** With a digit and a letter, which excludes words and dates. */
function isRandom(text: string): boolean {
  return /\d/.test(text) && /[A-Za-z]/.test(text);
}

/** The credentials of Basic authentication. */
export function isUserAndPassword(encoded: string): boolean {
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  return /^[^\p{Cc}\ufffd:]+:[^\p{Cc}\ufffd]+$/u.test(decoded);
}
