const STEPS = [
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
] as const;

/**
 * A rounded number for tokens and calls, where the last digits do not matter.
 *
 * @example
 * formatShort(12_412) // '12.4k'
 */
export function formatShort(value: number): string {
  const size = Math.abs(value);
  for (const [suffix, step] of STEPS) {
    // What would round up to a thousand of this step is one of the next.
    if (size < step * 0.9995) continue;
    const amount = value / step;
    return `${Math.abs(amount) < 99.95 ? trimmed(amount.toFixed(1)) : Math.round(amount)}${suffix}`;
  }
  return String(Math.round(value));
}

/** Created once: `toLocaleString` would look up the locale for every number of every row. */
const EXACT = new Intl.NumberFormat('en');

/** With thousands separators, where every digit counts. */
export function formatExact(value: number): string {
  return EXACT.format(value);
}

/**
 * @example
 * formatBytes(1_572_864) // '1.5 MB'
 */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  let size = bytes / 1_024;
  for (const unit of ['kB', 'MB', 'GB']) {
    if (size < 999.5 || unit === 'GB') return `${size < 99.95 ? trimmed(size.toFixed(1)) : Math.round(size)} ${unit}`;
    size /= 1_024;
  }
  return `${bytes} B`;
}

/**
 * A percentage. Only the whole is 100 % and only nothing is 0 %.
 *
 * @example
 * formatShare(199, 200) // '99 %'
 */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (part / whole) * 100;
  if (part > 0 && percent < 1) return '<1 %';
  return `${part < whole ? Math.min(99, Math.round(percent)) : 100} %`;
}

/**
 * @example
 * plural(1, 'call') // '1 call'
 */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatExact(count)} ${count === 1 ? one : many}`;
}

const trimmed = (text: string): string => text.replace(/\.0$/, '');
