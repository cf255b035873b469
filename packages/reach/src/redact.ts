import { createKnownSecrets } from './known-secrets.ts';
import type { ServerTarget } from './target.ts';

const SECRET_NAME = /key|token|secret|passw|credential|auth/i;
const SCHEMES = new Set(['bearer', 'basic', 'digest', 'token']);

/** Replaces our secrets in text of a server. */
export type RedactText = (text: string) => string;

/**
 * @example
 * redactorFor({ kind: 'command', command: 'x', env: { API_KEY: 'abc123' } }, {})('bad key abc123') // 'bad key …'
 */
export function redactorFor(target: ServerTarget, env: Readonly<Record<string, string | undefined>>): RedactText {
  const known = createKnownSecrets(() => '…');
  known.set('', [...given(target, () => true), ...inherited(target, env)]);
  return (text) => known.redact(text).text;
}

/**
 * The secrets that a server is given: values of its environment and headers, and the secret parts of its URL. A command
 * also inherits the environment of this process; of that, only variables named like secrets count. Plain settings are
 * excluded, because records are full of paths and words that equal a setting.
 */
export function secretsOf(target: ServerTarget, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return [...given(target, (name, value) => !isSetting(name, value)), ...inherited(target, env)];
}

function inherited(target: ServerTarget, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  if (target.kind !== 'command') return [];
  return Object.entries(env).flatMap(([name, value]) => (value && SECRET_NAME.test(name) ? [value] : []));
}

function given(target: ServerTarget, counts: (name: string, value: string) => boolean): readonly string[] {
  switch (target.kind) {
    case 'command':
      return Object.entries(target.env ?? {}).flatMap(([name, value]) => (counts(name, value) ? [value] : []));
    case 'url':
      return [...Object.values(target.headers ?? {}).flatMap(headerParts), ...secretsOfUrl(target.url)];
    case 'streams':
      return [];
  }
}

/** Whether a variable is a plain setting: redacting its value would make every equal path and word unreadable. */
const isSetting = (name: string, value: string): boolean => !SECRET_NAME.test(name) && SETTING.test(value);

/** A word, a number, a path, or a URL without credentials. */
const SETTING =
  /^(?:[A-Za-z]{1,16}|[\d.,:]{1,12}|(?:\.{0,2}|~|[A-Za-z]:)[/\\][^\0]*|https?:\/\/[^@?#]*|localhost(?::\d+)?)$/;

/** The whole header value, and its credentials without the scheme. */
function headerParts(header: string): readonly string[] {
  return [header, ...header.split(/\s+/).filter((part) => !SCHEMES.has(part.toLowerCase()))];
}

function secretsOfUrl(url: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { password, searchParams } = new URL(url);
  return [password, ...searchParams.values()];
}
