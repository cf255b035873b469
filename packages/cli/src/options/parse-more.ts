import { parseWords } from './parse.ts';

/**
 * Takes lists with commas of an option that may be given several times.
 *
 * @example
 * parseMoreWords('files,mail', ['notes']) // ['notes', 'files', 'mail']
 */
export function parseMoreWords(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...parseWords(text)];
}
