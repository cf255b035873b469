/**
 * One line of a CSV file after RFC 4180. Text that a spreadsheet would take for a formula gets an apostrophe in front: what is in
 * a call may have been written by anybody.
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
