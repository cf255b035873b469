import { safeText, widest } from '@toolmark/audit';

/** Longer texts are better read with --json. */
const MAX_LINES = 60;
/** Measuring is slow, and nobody reads more on a terminal. */
const MAX_CHARACTERS = 16_000;

/** Untrusted text of several lines, escaped and wrapped. A note says if it was cut. */
export function renderLongText(text: string, width: number): readonly string[] {
  const lines = text
    .slice(0, MAX_CHARACTERS)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .flatMap((line) => breakLine(safeText(line.replaceAll('\t', '  ')), width));
  if (lines.length <= MAX_LINES && text.length <= MAX_CHARACTERS) return lines;
  return [...lines.slice(0, MAX_LINES), '… (all of it with --json)'];
}

/** A value as JSON on several lines. */
export const renderJson = (value: unknown, width: number): readonly string[] =>
  renderLongText(JSON.stringify(value, null, 2) ?? 'undefined', width);

/** Wraps a line by visible width, at spaces if there are any; continued lines keep the indentation. */
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
