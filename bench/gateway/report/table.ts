/** Aligned lines: the first column to the left, figures to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const all = [head, ...rows];
  const widths = head.map((_title, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** A figure with this number of decimals; a dash if there is none. */
export function figure(value: number | undefined, decimals: number, unit = ''): string {
  return value === undefined || Number.isNaN(value) ? '–' : `${value.toFixed(decimals)}${unit}`;
}
