import type { ServerTarget } from './target.ts';

/** Shorter values are words that may stand anywhere; blotting them out would make every message unreadable. */
const MIN_LENGTH = 6;
const SECRET_NAME = /key|token|secret|passw|credential|auth/i;
const SCHEMES = new Set(['bearer', 'basic', 'digest', 'token']);

/** Blots out what we were trusted with, should a server print it. */
export type RedactText = (text: string) => string;

/**
 * @example
 * redactorFor({ kind: 'command', command: 'x', env: { API_KEY: 'abc123' } }, {})('bad key abc123') // 'bad key …'
 */
export function redactorFor(target: ServerTarget, env: Readonly<Record<string, string | undefined>>): RedactText {
  const secrets = [...new Set(secretsOf(target, env))].toSorted((a, b) => b.length - a.length);
  return (given) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), given);
}

function secretsOf(target: ServerTarget, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const inherited = Object.entries(env).flatMap(([name, value]) => (value && SECRET_NAME.test(name) ? [value] : []));
  return [...given(target), ...(target.kind === 'command' ? inherited : [])].filter(
    (value) => value.length >= MIN_LENGTH,
  );
}

function given(target: ServerTarget): readonly string[] {
  switch (target.kind) {
    case 'command':
      return Object.values(target.env ?? {});
    case 'url':
      return [...Object.values(target.headers ?? {}).flatMap(partsOf), ...secretsOfUrl(target.url)];
    case 'streams':
      return [];
  }
}

/** A header as a whole, and its credentials without the scheme. */
function partsOf(header: string): readonly string[] {
  return [header, ...header.split(/\s+/).filter((part) => !SCHEMES.has(part.toLowerCase()))];
}

function secretsOfUrl(url: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { password, searchParams } = new URL(url);
  return [password, ...searchParams.values()];
}
