import { wrapText } from '@toolmark/audit';
import type { Command } from 'commander';
import { columnsOf, type Io } from '../io.ts';

/**
 * Adds text below the options of a command, wrapped to the terminal. Indented lines are kept unchanged, because they
 * are for copying.
 */
export function withHelpText(command: Command, io: Io, text: string): Command {
  return command.addHelpText('after', () => wrapHelp(text, columnsOf(io, 80)));
}

/** Wraps paragraphs to a width. */
export function wrapHelp(text: string, columns: number): string {
  const paragraphs: string[][] = [];
  for (const line of text.split('\n')) {
    const last = paragraphs.at(-1);
    if (isProse([line]) && last !== undefined && isProse(last)) last.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs.flatMap((lines) => (isProse(lines) ? wrapText(lines.join(' '), columns) : lines)).join('\n');
}

/** Prose is anything but examples and empty lines. */
const isProse = ([first = '']: readonly string[]): boolean => first !== '' && !first.startsWith(' ');
