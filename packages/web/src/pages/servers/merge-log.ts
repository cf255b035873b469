import type { LogLevelName, ServerLogLine } from '@toolmark/api-contract';

/** As many lines as the gateway keeps. */
const MAX_LINES = 1_000;

export const LOG_LEVELS: readonly LogLevelName[] = ['debug', 'info', 'warning', 'error'];

/**
 * Adds new lines to the known ones. A lower number than known means that the gateway was started again, with a new log.
 *
 * @example
 * lines = mergeLog(lines, answer.lines);
 */
export function mergeLog(known: readonly ServerLogLine[], news: readonly ServerLogLine[]): readonly ServerLogLine[] {
  const last = known.at(-1)?.seq ?? 0;
  const first = news[0]?.seq;
  if (first === undefined) return known;
  return (first <= last ? news : [...known, ...news]).slice(-MAX_LINES);
}

export interface LogFilter {
  /** This level and more serious ones. */
  readonly least: LogLevelName;
  readonly words: string;
}

export function filterLog(lines: readonly ServerLogLine[], { least, words }: LogFilter): readonly ServerLogLine[] {
  const wanted = words.toLowerCase();
  const from = LOG_LEVELS.indexOf(least);
  return lines.filter(
    ({ level, text }) => LOG_LEVELS.indexOf(level) >= from && (wanted === '' || text.toLowerCase().includes(wanted)),
  );
}
