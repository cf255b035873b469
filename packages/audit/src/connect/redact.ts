import type { InspectionFailure } from './failure.ts';
import type { WireProblem } from './problem.ts';
import type { ServerTarget } from './target.ts';

/** Shorter values are words that may stand anywhere; blotting them out would make every message unreadable. */
const MIN_LENGTH = 6;
const SECRET_NAME = /key|token|secret|passw|credential|auth/i;
const SCHEMES = new Set(['bearer', 'basic', 'digest', 'token']);

/** Blots out what we were trusted with, should a server print it. */
export interface Redactor {
  readonly text: (text: string) => string;
  readonly failure: (failure: InspectionFailure) => InspectionFailure;
  readonly problem: (problem: WireProblem) => WireProblem;
}

/**
 * @example
 * createRedactor({ kind: 'command', command: 'x', env: { API_KEY: 'abc123' } }, {}).text('bad key abc123') // 'bad key …'
 */
export function createRedactor(target: ServerTarget, env: Readonly<Record<string, string | undefined>>): Redactor {
  const secrets = [...new Set(secretsOf(target, env))].toSorted((a, b) => b.length - a.length);
  const text = (given: string): string => secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), given);
  return {
    text,
    failure: (failure) => ({ ...failure, message: text(failure.message), stderrTail: failure.stderrTail.map(text) }),
    problem: (problem) => {
      const shown = { ...problem, message: text(problem.message) };
      return shown.kind === 'stdout-noise' ? { ...shown, sample: text(shown.sample) } : shown;
    },
  };
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
