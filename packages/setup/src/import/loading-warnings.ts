import { isJsonObject } from '@toolmark/annotations';
import { codeLoadingVariables, toPrintable } from '@toolmark/reach';
import type { RawEntry } from '../edit/edit-config.ts';

const MAX_VALUE_LENGTH = 200;

/**
 * Warnings before an import: variables that can make a program load other code. Their values are shown so that a person
 * can judge them, except for possible credentials of a package registry.
 *
 * @example
 * loadingWarnings({ command: 'x', env: { LD_PRELOAD: '/tmp/a.so' } }, 'linux')
 * // ['It sets LD_PRELOAD=/tmp/a.so, which can load other code into its command. Import it only if you set that yourself.']
 */
export function loadingWarnings({ env }: RawEntry, platform: string): readonly string[] {
  if (!isJsonObject(env)) return [];
  const texts = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]));
  const names = codeLoadingVariables(texts, platform === 'win32');
  if (names.length === 0) return [];
  const shown = names.map((name) =>
    CREDENTIAL.test(name) ? toPrintable(name, 60) : toPrintable(`${name}=${texts[name]}`, MAX_VALUE_LENGTH),
  );
  return [
    `It sets ${shown.join(', ')}, which can load other code into its command. Import it only if you set that yourself.`,
  ];
}

const CREDENTIAL = /auth|token|passw|secret|key|user|index|registry|proxy/i;
