import { wrapText } from '@toolmark/audit';
import type { Command } from 'commander';
import { columnsOf, type Io } from '../io.ts';

/**
 * Adds text below the options of a command, as wide as the terminal is. Lines that are indented stay as they are: they are to be
 * copied.
 */
export function withHelpText(command: Command, io: Io, text: string): Command {
  return command.addHelpText('after', () => wrapHelp(text, columnsOf(io, 80)));
}

/** Paragraphs in lines of at most that width. */
export function wrapHelp(text: string, columns: number): string {
  const paragraphs: string[][] = [];
  for (const line of text.split('\n')) {
    const last = paragraphs.at(-1);
    if (isProse([line]) && last !== undefined && isProse(last)) last.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs.flatMap((lines) => (isProse(lines) ? wrapText(lines.join(' '), columns) : lines)).join('\n');
}

/** Anything but an example or an empty line. */
const isProse = ([first = '']: readonly string[]): boolean => first !== '' && !first.startsWith(' ');
