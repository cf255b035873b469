/**
 * Formats one CSV line according to RFC 4180. Text that a spreadsheet would run as a formula gets a leading apostrophe,
 * because calls contain untrusted data.
 *
 * @example
 * toCsvLine(['a,b', 7, null, '=1+1']) // '"a,b",7,,\'=1+1\r\n'
 */
export function toCsvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

export type Cell = string | number | boolean | null;

const FORMULA = /^[=+\-@\t\r]/;
const TO_QUOTE = /[",\r\n]/;

function toCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return TO_QUOTE.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
