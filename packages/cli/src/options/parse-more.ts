import { parseWords } from './parse.ts';

/**
 * Parses a repeatable option with comma-separated values.
 *
 * @example
 * parseMoreWords('files,mail', ['notes']) // ['notes', 'files', 'mail']
 */
export function parseMoreWords(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...parseWords(text)];
}
