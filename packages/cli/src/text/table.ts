import { cutTo, type Painter, padTo, widest } from '@toolmark/audit';
import type { Screen } from '../gateway-client-command.ts';

type Style = Parameters<Painter>[0];

/** One column of a table. Its width follows its content; `give` says what happens if there is not enough room. */
export interface Column<Row> {
  readonly head: string;
  /** The text must be escaped already. */
  readonly cell: (row: Row) => string;
  readonly style?: (row: Row) => Style | undefined;
  readonly align?: 'right';
  /**
   * `drop`: cut down to `least`, then left out, lowest priority first. `shrink`: cut once nothing is left to drop.
   * `keep`: never cut; left out only if it has a priority and even dropping all others is not enough.
   */
  readonly give?: 'keep' | 'shrink' | 'drop';
  readonly worth?: number;
  readonly least?: number;
}

const GAP = '  ';
/** A narrower cell is useless. */
const MIN = 10;

/** Wide enough for most names. */
const COMFORTABLE_WIDTH = 32;

/** A table whose lines fit the terminal; `below` adds indented lines under a row. */
export function renderTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  screen: Screen,
  below: (row: Row) => readonly string[] = () => [],
): readonly string[] {
  const { paint } = screen;
  const fitted = fit(rows, columns, screen.columns - GAP.length);
  const line = (cells: readonly string[]): string => `${GAP}${cells.join(GAP)}`.trimEnd();
  const head = fitted.map(({ column, width }) => aligned(cutTo(column.head, width), width, column.align));
  return [
    paint('dim', line(head)),
    ...rows.flatMap((row) => [
      line(
        fitted.map(({ column, width }) => {
          const text = aligned(cutTo(column.cell(row), width), width, column.align);
          const style = column.style?.(row);
          return style === undefined ? text : paint(style, text);
        }),
      ),
      ...below(row).map((text) => `${GAP}${GAP}${text}`),
    ]),
  ];
}

interface Fitted<Row> {
  readonly column: Column<Row>;
  readonly width: number;
}

function fit<Row>(rows: readonly Row[], columns: readonly Column<Row>[], room: number): readonly Fitted<Row>[] {
  const fitted = shrinkColumns(rows, columns, room);
  const needed = fitted.reduce((sum, { width }) => sum + width, GAP.length * (fitted.length - 1));
  const [least] = fitted
    .map(({ column }) => column)
    .filter(({ give = 'keep', worth }) => give === 'keep' && worth !== undefined)
    .sort((a, b) => (a.worth ?? 0) - (b.worth ?? 0));
  if (needed <= room || least === undefined) return fitted;
  return fit(
    rows,
    columns.filter((column) => column !== least),
    room,
  );
}

function shrinkColumns<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  room: number,
): readonly Fitted<Row>[] {
  let fitted = columns.map((column) => ({ column, width: widest([column.head, ...rows.map(column.cell)]) }));
  const leastOf = ({ column, width }: Fitted<Row>): number => Math.min(width, column.least ?? MIN);
  const isDropped = ({ column }: Fitted<Row>): boolean => column.give === 'drop';
  const total = (of: (entry: Fitted<Row>) => number): number =>
    fitted.reduce((sum, entry) => sum + of(entry), GAP.length * (fitted.length - 1));
  // A column that can be dropped must not make others narrower than is comfortable.
  const comfort = (entry: Fitted<Row>): number =>
    isDropped(entry)
      ? leastOf(entry)
      : entry.column.give === 'shrink'
        ? Math.min(entry.width, COMFORTABLE_WIDTH)
        : entry.width;
  while (total(comfort) > room) {
    const [least] = fitted
      .filter(isDropped)
      .toReversed()
      .sort((a, b) => (a.column.worth ?? 0) - (b.column.worth ?? 0));
    if (least === undefined) break;
    fitted = fitted.filter((entry) => entry !== least);
  }
  for (const give of ['drop', 'shrink'] as const) {
    for (let excess = total(({ width }) => width) - room; excess > 0; excess -= 1) {
      const able = fitted.filter((entry) => entry.column.give === give && entry.width > leastOf(entry));
      // Cut the widest column first, so that short cells stay whole.
      const [widestOne] = able.sort((a, b) => b.width - a.width);
      if (widestOne === undefined) break;
      fitted = fitted.map((entry) => (entry === widestOne ? { ...entry, width: entry.width - 1 } : entry));
    }
  }
  return fitted;
}

function aligned(text: string, width: number, align: 'right' | undefined): string {
  const padded = padTo(text, width);
  return align === 'right' ? padded.slice(text.length) + text : padded;
}
