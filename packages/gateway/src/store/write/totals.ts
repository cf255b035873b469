import type { Statement } from '../engine.ts';
import type { CallsTable, CallTotalsTable } from '../schema.ts';
import { KEYS_PER_HOUR, type TotalsStatements, type TotalsSums } from './totals-statements.ts';

/** What decides where a call counts, besides how it ended. */
type CallKind = Pick<CallsTable, 'seq' | 'server' | 'tool' | 'class'>;

/** How the totals change: one statement for each kind of call, however many calls there were. */
export interface TotalsChange {
  readonly add: (kind: CallKind, status: string, decision: string | null, sums: TotalsSums) => void;
  readonly statements: () => readonly Statement[];
}

export function createTotalsChange(tables: readonly TotalsStatements[]): TotalsChange {
  const byHour = new Map<string, CallTotalsTable>();
  return {
    add: (kind, status, decision, sums) => {
      const hour = Math.floor(kind.seq / KEYS_PER_HOUR);
      const { tool } = kind;
      const [server, toolClass, decided] = [kind.server ?? '', kind.class ?? '', decision ?? ''];
      const name = `${hour}\0${server}\0${tool}\0${toolClass}\0${status}\0${decided}`;
      const row = byHour.get(name);
      if (row !== undefined) addTo(row, sums);
      else byHour.set(name, { hour, server, tool, class: toolClass, status, decision: decided, ...sums });
    },
    statements: () =>
      tables.flatMap((table) =>
        inSlices([...byHour.values()], table.hours).flatMap((row) =>
          // The last one of its kind may have gone.
          row.calls < 0 ? [table.add(row), table.dropIfEmpty(row)] : [table.add(row)],
        ),
      ),
  };
}

/** The same sums for longer than an hour. A batch has few kinds of calls, and hardly ever more than one hour. */
function inSlices(rows: readonly CallTotalsTable[], hours: number): readonly CallTotalsTable[] {
  const slices = new Map<string, CallTotalsTable>();
  for (const row of rows) {
    const hour = Math.floor(row.hour / hours) * hours;
    const name = [hour, row.server, row.tool, row.class, row.status, row.decision].join('\0');
    const slice = slices.get(name);
    if (slice === undefined) slices.set(name, { ...row, hour });
    else addTo(slice, row);
  }
  return [...slices.values()];
}

function addTo(row: CallTotalsTable, sums: TotalsSums): void {
  row.calls += sums.calls;
  row.input_tokens += sums.input_tokens;
  row.output_tokens += sums.output_tokens;
  row.duration_ms += sums.duration_ms;
}
