import { createKnownSecrets } from './known-secrets.ts';
import type { ServerTarget } from './target.ts';

const SECRET_NAME = /key|token|secret|passw|credential|auth/i;
const SCHEMES = new Set(['bearer', 'basic', 'digest', 'token']);

/** Blots out what we were trusted with, should a server print it. */
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
 * The secrets that a server is trusted with: values of its environment and headers, and what its address has of them. A command also
 * inherits the environment of this process, of which the values count that have the name of a secret. Plain settings are left out:
 * unlike a message of a server, a record is about paths and words that stand in them.
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
      return [...Object.values(target.headers ?? {}).flatMap(partsOf), ...secretsOfUrl(target.url)];
    case 'streams':
      return [];
  }
}

/** Whether a variable only says how a server works: blotted out, it would make every path and every word like it unreadable. */
const isSetting = (name: string, value: string): boolean => !SECRET_NAME.test(name) && SETTING.test(value);

/** A word, a number, a path, an address without credentials. */
const SETTING =
  /^(?:[A-Za-z]{1,16}|[\d.,:]{1,12}|(?:\.{0,2}|~|[A-Za-z]:)[/\\][^\0]*|https?:\/\/[^@?#]*|localhost(?::\d+)?)$/;

/** A header as a whole, and its credentials without the scheme. */
function partsOf(header: string): readonly string[] {
  return [header, ...header.split(/\s+/).filter((part) => !SCHEMES.has(part.toLowerCase()))];
}

function secretsOfUrl(url: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { password, searchParams } = new URL(url);
  return [password, ...searchParams.values()];
}
