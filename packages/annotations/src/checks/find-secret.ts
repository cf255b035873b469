import { SECRET_GLANCE, SECRET_SHAPES } from './secret-shapes.ts';

/** Words by which people mark a value that is none. */
const PLACEHOLDER =
  /example|sample|dummy|placeholder|your|xxx|fake|redacted|change.?me|insert|secret|password|passwd|token.?here|key.?here|\.{3}|…|12345|23456|abcde/i;
/** A row of the same character is typed, unless it is the padding inside of something long. */
const ROW = /(.)\1{4}/;
const LONG = 150;
/** Words just before a value that is there to show a form. */
const SHOWN =
  /(?:\be\.?g\b\.?|\bexamples?\b|\bfor instance\b|\bsuch as\b|\blike\b|\bformat\b|\blooks\b|\bsample\b|\bi\.?e\b\.?)[^\n]{0,40}$/i;
const MIN_DIFFERENT = 10;
const MIN_DIFFERENT_SHORT = 6;

/**
 * Whether a text has a key, a token or a password in it that looks real, as the rest of a sentence. The sentence shows where a key
 * begins and no more of it.
 *
 * @example
 * findSecret('Uses ghp_16C7e42F292c6912E7710c838347Ae178B4a.') // 'has what looks like a GitHub token: ghp_16… (40 characters)'
 */
export function findSecret(text: string): string | undefined {
  if (text.length < 16 || !SECRET_GLANCE.test(text)) return undefined;
  for (const { whose, pattern } of SECRET_SHAPES) {
    for (const { 0: match, 1: inner, index } of text.matchAll(pattern)) {
      const secret = inner ?? match;
      if (!looksReal(secret) || SHOWN.test(text.slice(Math.max(0, index - 60), index))) continue;
      // Of a password nothing is shown, of an address not even who has it.
      const shown = inner === undefined ? `: ${match.slice(0, 7).replaceAll(/\s/g, ' ')}…` : '';
      return `has what looks like ${whose}${shown} (${secret.length} characters)`;
    }
  }
  return undefined;
}

/** Whether a value is as mixed as chance makes it. */
function looksReal(value: string): boolean {
  const enough = value.length < 16 ? MIN_DIFFERENT_SHORT : MIN_DIFFERENT;
  const isTyped = PLACEHOLDER.test(value) || (value.length < LONG && ROW.test(value));
  return !isTyped && new Set(value).size >= enough && /\d/.test(value) && /[A-Za-z]/.test(value);
}
