import { isJsonObject } from '@toolmark/annotations';
import { codeLoadingVariables, toPrintable } from '@toolmark/reach';
import type { RawEntry } from '../edit/edit-config.ts';

const LONGEST_VALUE = 200;

/**
 * What a person should look at before a server is taken over: variables by which something else than its command runs. Their values
 * are shown, because nobody can judge them by name, except those that may be a credential for a package registry.
 *
 * @example
 * loadingWarnings({ command: 'x', env: { LD_PRELOAD: '/tmp/a.so' } }, 'linux')
 * // ['It sets LD_PRELOAD=/tmp/a.so, by which other code than its command can be made to run. Take it only if you set that yourself.']
 */
export function loadingWarnings({ env }: RawEntry, platform: string): readonly string[] {
  if (!isJsonObject(env)) return [];
  const texts = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]));
  const names = codeLoadingVariables(texts, platform === 'win32');
  if (names.length === 0) return [];
  const shown = names.map((name) =>
    CREDENTIAL.test(name) ? toPrintable(name, 60) : toPrintable(`${name}=${texts[name]}`, LONGEST_VALUE),
  );
  return [
    `It sets ${shown.join(', ')}, by which other code than its command can be made to run. Take it only if you set that yourself.`,
  ];
}

const CREDENTIAL = /auth|token|passw|secret|key|user|index|registry|proxy/i;
