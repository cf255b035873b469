import { MASK } from '@toolmark/api-contract';
import { createRedactor, markerOf } from '@toolmark/record';

/** A range of a text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the secrets in a text of a config: secret-like strings, credentials in URLs, and values of secret-like options.
 * References to the environment do not count.
 *
 * @example
 * secretParts('https://ann:pw@example.com/mcp?region=eu') // [{ start: 8, end: 14 }]
 */
export function secretParts(text: string): readonly TextRange[] {
  // A mask in the original could not be distinguished from ours.
  if (text.includes(MASK)) return hideAll(text);
  const pair = pairParts(text);
  const parts = pair.length > 0 ? pair : urlParts(text);
  const { count } = redactor.redactText(withMarkers(text, parts));
  return count > 0 ? hideAll(text) : parts;
}

/** The same for an argument, whose meaning may depend on the argument before it. */
export function argumentParts(text: string, before: string | undefined): readonly TextRange[] {
  if (before !== undefined && isFlag(before) && !isFlag(text)) {
    if (isSecretName(before)) return hiddenFrom(text, 0);
    const pair = PAIR_FLAGS.test(before) ? /^[^=:\s]+[=:]\s*/.exec(text) : null;
    if (pair !== null) return hiddenFrom(text, pair[0].length);
  }
  return secretParts(text);
}

/** A value that is always secret, unless it is only a reference. */
export function hiddenFrom(text: string, start: number): readonly TextRange[] {
  const value = text.slice(start);
  return value === '' || isOnlyReference(value) ? [] : [{ start, end: text.length }];
}

/** Replaces each part by a mask. */
export function maskParts(text: string, parts: readonly TextRange[]): string {
  return parts.toReversed().reduce((shown, { start, end }) => shown.slice(0, start) + MASK + shown.slice(end), text);
}

/**
 * Whether a value under this name may be a secret. False positives are harmless, because saving restores masked values.
 */
export const isSecretName = (name: string): boolean => /key|token|secret|passw|pwd|credential|auth|cookie/i.test(name);

/** `Bearer ${env:TOKEN}` only reveals where the secret is stored. */
function isOnlyReference(value: string): boolean {
  const rest = value.replaceAll(REFERENCE, '');
  return rest !== value && /^(?:bearer|basic|token|digest|[\s:])*$/i.test(rest);
}

const REFERENCE = /\$\{(?:env:|secret:)?[A-Za-z_][\w.-]*\}/g;
const redactor = createRedactor({ enabled: true, names: [], keep: [], patterns: [] });

/** Options followed by a name and value: `docker run -e KEY=value`, `mcp-remote --header Name:value`. */
const PAIR_FLAGS = /^(?:-e|-H|--env|--header|--build-arg|--set-env)$/;

const isFlag = (text: string): boolean => /^--?[A-Za-z]/.test(text);

const hideAll = (text: string): readonly TextRange[] => hiddenFrom(text, 0);

/** Recognizes `--token=abc`, `API_KEY=abc`, `Authorization: Bearer abc`. */
function pairParts(text: string): readonly TextRange[] {
  const [start, name = ''] = /^(-{0,2}[A-Za-z][\w.-]*)(?:=|:\s*(?!\/\/))/.exec(text) ?? [];
  return start !== undefined && isSecretName(name) ? hiddenFrom(text, start.length) : [];
}

/** Credentials in URLs: before the host, in the query, after the hash, and random path segments. */
function urlParts(text: string): readonly TextRange[] {
  return [...text.matchAll(/[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s"'<>]+/g)].flatMap(({ 0: url, index }) =>
    partsOfUrl(url).map(({ start, end }) => ({ start: index + start, end: index + end })),
  );
}

function partsOfUrl(url: string): readonly TextRange[] {
  const parts: TextRange[] = [];
  const add = (start: number, value: string): void => {
    if (value !== '' && !isOnlyReference(value)) parts.push({ start, end: start + value.length });
  };
  const authority = url.indexOf('://') + 3;
  const length = url.slice(authority).search(/[/?#]/);
  const pathAt = length === -1 ? url.length : authority + length;
  const at = url.lastIndexOf('@', pathAt);
  if (at > authority) add(authority, url.slice(authority, at));
  const [path = '', ...tail] = url.slice(pathAt).split(/(?=[?#])/);
  for (const { 0: segment, index } of path.matchAll(/[^/]+/g)) if (isRandom(segment)) add(pathAt + index, segment);
  let offset = pathAt + path.length;
  for (const piece of tail) {
    for (const { 0: pair, index } of piece.matchAll(/[^?#&]+/g)) {
      const equals = pair.indexOf('=');
      const value = equals === -1 ? pair : pair.slice(equals + 1);
      const isSecret = equals !== -1 && isSecretName(pair.slice(0, equals));
      if (isSecret || isRandom(value)) add(offset + index + equals + 1, value);
    }
    offset += piece.length;
  }
  return parts;
}

/** A long mix of digits and letters, which may be a key. */
const isRandom = (text: string): boolean =>
  text.length >= 20 && /\d/.test(text) && /[A-Za-z]/.test(text) && /^[\w~=.%+-]+$/.test(text);

/** Adds a space after each marker, so that the following text is not read as part of it. */
function withMarkers(text: string, parts: readonly TextRange[]): string {
  return parts
    .toReversed()
    .reduce((rest, { start, end }) => `${rest.slice(0, start)}${markerOf(end - start)} ${rest.slice(end)}`, text);
}
