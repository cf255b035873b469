import { InvalidArgumentError } from 'commander';

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** Parses a comma-separated list of allowed words. */
export function parseChoices(choices: readonly string[]): (text: string) => readonly string[] {
  return (text) => {
    const words = parseWords(text);
    const strange = words.find((word) => !choices.includes(word));
    if (strange === undefined) return words;
    throw new InvalidArgumentError(`There is no '${strange}'; there are: ${choices.join(', ')}.`);
  };
}

/** Parses a comma-separated list. */
export function parseWords(text: string): readonly string[] {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0) throw new InvalidArgumentError('Give at least one.');
  return words;
}

/** Parses a whole number from 1 to a limit. */
export function parseLimit(most: number): (text: string) => number {
  return (text) => {
    const limit = Number(text);
    if (!/^\d+$/.test(text) || limit < 1 || limit > most)
      throw new InvalidArgumentError(`Give a number from 1 to ${most}.`);
    return limit;
  };
}

/**
 * Parses a moment: how long ago (`30m`, `12h`, `7d`), `today`, `yesterday`, a day, or an ISO 8601 time, which is local
 * unless it has an offset.
 *
 * @example
 * parseMoment(new Date('2026-11-15T12:00:00Z'))('2h') // '2026-11-15T10:00:00.000Z'
 */
export function parseMoment(now: Date): (text: string) => string {
  return (text) => {
    const moment = momentOf(text.trim(), now);
    if (moment === undefined || Number.isNaN(moment.getTime())) {
      throw new InvalidArgumentError('Give 30m, 12h, 7d, today, yesterday, 2026-11-15 or 2026-11-15T12:00.');
    }
    return moment.toISOString();
  };
}

function momentOf(text: string, now: Date): Date | undefined {
  const [, amount, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  if (amount !== undefined) return new Date(now.getTime() - Number(amount) * (UNITS[unit] ?? 0));
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  if (text === 'today') return midnight;
  if (text === 'yesterday') return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  // JavaScript would parse a day alone as midnight UTC, but users mean local time.
  if (!isDay(text.slice(0, 10))) return undefined;
  if (text.length === 10) return new Date(`${text}T00:00`);
  return /^.{10}[T ]\d{2}:\d{2}/.test(text) ? new Date(text.replace(' ', 'T')) : undefined;
}

/** Rejects days that do not exist: JavaScript would turn 2026-02-30 into a day in March. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
