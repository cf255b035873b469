import { SECRET_PRECHECK, SECRET_SHAPES } from './secret-shapes.ts';

/** Words that mark a value as a placeholder. */
const PLACEHOLDER =
  /example|sample|dummy|placeholder|your|xxx|fake|redacted|change.?me|insert|secret|password|passwd|token.?here|key.?here|\.{3}|…|12345|23456|abcde/i;
/** A run of one character marks a placeholder, except when it is padding in a longer value. */
const ROW = /(.)\1{4}/;
const LONG = 150;
/** Words that introduce an example value. */
const SHOWN =
  /(?:\be\.?g\b\.?|\bexamples?\b|\bfor instance\b|\bsuch as\b|\blike\b|\bformat\b|\blooks\b|\bsample\b|\bi\.?e\b\.?)[^\n]{0,40}$/i;
const MIN_DIFFERENT = 10;
const MIN_DIFFERENT_SHORT = 6;

/**
 * Describes a real-looking key, token or password in a text, as the predicate of a sentence. The sentence shows only
 * the first characters of a key.
 *
 * @example
 * findSecret('Uses ghp_16C7e42F292c6912E7710c838347Ae178B4a.') // 'has what looks like a GitHub token: ghp_16… (40 characters)'
 */
export function findSecret(text: string): string | undefined {
  if (text.length < 16 || !SECRET_PRECHECK.test(text)) return undefined;
  for (const { whose, pattern } of SECRET_SHAPES) {
    for (const { 0: match, 1: inner, index } of text.matchAll(pattern)) {
      const secret = inner ?? match;
      if (!looksReal(secret) || SHOWN.test(text.slice(Math.max(0, index - 60), index))) continue;
      // Show nothing of a password, and not even the user name of a URL.
      const shown = inner === undefined ? `: ${match.slice(0, 7).replaceAll(/\s/g, ' ')}…` : '';
      return `has what looks like ${whose}${shown} (${secret.length} characters)`;
    }
  }
  return undefined;
}

/** Whether the characters of a value are mixed like random ones. */
function looksReal(value: string): boolean {
  const enough = value.length < 16 ? MIN_DIFFERENT_SHORT : MIN_DIFFERENT;
  const isTyped = PLACEHOLDER.test(value) || (value.length < LONG && ROW.test(value));
  return !isTyped && new Set(value).size >= enough && /\d/.test(value) && /[A-Za-z]/.test(value);
}
