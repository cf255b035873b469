import { safeText, widest } from '@toolmark/audit';

/** More than this is better read with --json. */
const MAX_LINES = 60;
/** Measuring is slow, and nobody reads on a terminal what is longer. */
const MAX_CHARACTERS = 16_000;

/** Foreign text of several lines, made safe and broken to a width. What is left out is said. */
export function renderLongText(text: string, width: number): readonly string[] {
  const lines = text
    .slice(0, MAX_CHARACTERS)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .flatMap((line) => breakLine(safeText(line.replaceAll('\t', '  ')), width));
  if (lines.length <= MAX_LINES && text.length <= MAX_CHARACTERS) return lines;
  return [...lines.slice(0, MAX_LINES), '… (all of it with --json)'];
}

/** A value as JSON over several lines. */
export const renderJson = (value: unknown, width: number): readonly string[] =>
  renderLongText(JSON.stringify(value, null, 2) ?? 'undefined', width);

/** Lines of at most that width, by what is seen, broken between words where there are some; the continued ones stay under the first. */
export function breakLine(line: string, width: number): readonly string[] {
  if (widest([line]) <= width) return [line];
  const indent = ' '.repeat(Math.min(line.length - line.trimStart().length, Math.floor(width / 2)));
  const lines: string[] = [];
  let current = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    const own = widest([segment]);
    if (used + own > width) {
      const space = current.lastIndexOf(' ');
      const isBetweenWords = segment !== ' ' && space > 0 && current.slice(0, space).trim() !== '';
      lines.push((isBetweenWords ? current.slice(0, space) : current).trimEnd());
      current = isBetweenWords ? `${indent}${current.slice(space + 1)}` : indent;
      used = widest([current]);
      if (segment === ' ') continue;
    }
    current += segment;
    used += own;
  }
  return [...lines, current];
}
