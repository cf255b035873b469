import { MASK } from '@toolmark/api-contract';
import { createRedactor, markerOf } from '@toolmark/record';

/** A stretch of a text. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/**
 * Which parts of a text in a config are secrets: what looks like one, credentials in addresses, and what a command line gives
 * under the name of one. References to the environment are none.
 *
 * @example
 * secretParts('https://ann:pw@example.com/mcp?region=eu') // [{ start: 8, end: 14 }]
 */
export function secretParts(text: string): readonly Part[] {
  // Somebody's own mask would be taken for ours.
  if (text.includes(MASK)) return whole(text);
  const pair = pairParts(text);
  const parts = pair.length > 0 ? pair : urlParts(text);
  const { count } = redactor.redactText(without(text, parts));
  return count > 0 ? whole(text) : parts;
}

/** The same for an argument, which the one before it may give a meaning. */
export function argumentParts(text: string, before: string | undefined): readonly Part[] {
  if (before !== undefined && isFlag(before) && !isFlag(text)) {
    if (isSecretName(before)) return hiddenFrom(text, 0);
    const pair = PAIR_FLAGS.test(before) ? /^[^=:\s]+[=:]\s*/.exec(text) : null;
    if (pair !== null) return hiddenFrom(text, pair[0].length);
  }
  return secretParts(text);
}

/** A value that is a secret whatever it looks like: all of it, unless it is only a reference to one. */
export function hiddenFrom(text: string, start: number): readonly Part[] {
  const value = text.slice(start);
  return value === '' || isOnlyReference(value) ? [] : [{ start, end: text.length }];
}

/** A text with a mask for each of its parts. */
export function maskParts(text: string, parts: readonly Part[]): string {
  return parts.toReversed().reduce((shown, { start, end }) => shown.slice(0, start) + MASK + shown.slice(end), text);
}

/** Whether something of that name may be a secret. Too many rather than too few: what is masked comes back when it is saved. */
export const isSecretName = (name: string): boolean => /key|token|secret|passw|pwd|credential|auth|cookie/i.test(name);

/** `Bearer ${env:TOKEN}`: who reads it learns where the secret is, and not the secret. */
function isOnlyReference(value: string): boolean {
  const rest = value.replaceAll(REFERENCE, '');
  return rest !== value && /^(?:bearer|basic|token|digest|[\s:])*$/i.test(rest);
}

const REFERENCE = /\$\{(?:env:|secret:)?[A-Za-z_][\w.-]*\}/g;
const redactor = createRedactor({ enabled: true, names: [], keep: [], patterns: [] });

/** What follows these is a name with its value: `docker run -e KEY=value`, `mcp-remote --header Name:value`. */
const PAIR_FLAGS = /^(?:-e|-H|--env|--header|--build-arg|--set-env)$/;

const isFlag = (text: string): boolean => /^--?[A-Za-z]/.test(text);

const whole = (text: string): readonly Part[] => hiddenFrom(text, 0);

/** `--token=abc`, `API_KEY=abc`, `Authorization: Bearer abc`. */
function pairParts(text: string): readonly Part[] {
  const [start, name = ''] = /^(-{0,2}[A-Za-z][\w.-]*)(?:=|:\s*(?!\/\/))/.exec(text) ?? [];
  return start !== undefined && isSecretName(name) ? hiddenFrom(text, start.length) : [];
}

/** Credentials in the addresses of a text: before the host, in the query, after the hash, and where a path is a key. */
function urlParts(text: string): readonly Part[] {
  return [...text.matchAll(/[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s"'<>]+/g)].flatMap(({ 0: url, index }) =>
    partsOfUrl(url).map(({ start, end }) => ({ start: index + start, end: index + end })),
  );
}

function partsOfUrl(url: string): readonly Part[] {
  const parts: Part[] = [];
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

/** Long, and with digits among letters: an id at best, a key at worst. */
const isRandom = (text: string): boolean =>
  text.length >= 20 && /\d/.test(text) && /[A-Za-z]/.test(text) && /^[\w~=.%+-]+$/.test(text);

/** With a blank after what stands in for each: what follows must not be taken for a part of it. */
function without(text: string, parts: readonly Part[]): string {
  return parts
    .toReversed()
    .reduce((rest, { start, end }) => `${rest.slice(0, start)}${markerOf(end - start)} ${rest.slice(end)}`, text);
}
