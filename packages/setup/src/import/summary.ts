import type { RawEntry } from '../edit/edit-config.ts';
import { argumentParts, maskParts, secretParts } from '../edit/secret-parts.ts';

/**
 * Describes a server in one line without secrets.
 *
 * @example
 * summarize({ command: 'npx', args: ['-y', 'notes', '--token', 'abc'] }) // 'npx -y notes --token ••••••••'
 */
export function summarize({ url, command, args }: RawEntry): string {
  if (typeof url === 'string') return maskParts(url, secretParts(url));
  if (typeof command !== 'string') return '';
  const words = Array.isArray(args) ? args.map(String) : [];
  return [command, ...words.map((word, index) => maskParts(word, argumentParts(word, words[index - 1])))]
    .map((word) => (/^[^\s"']+$/.test(word) ? word : JSON.stringify(word)))
    .join(' ');
}

export function detectTransport({ url, type }: RawEntry): 'stdio' | 'http' | 'sse' {
  if (typeof url !== 'string') return 'stdio';
  return type === 'sse' ? 'sse' : 'http';
}
