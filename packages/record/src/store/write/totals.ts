import type { Statement } from '../engine.ts';
import type { CallsTable, CallTotalsTable } from '../schema.ts';
import { KEYS_PER_HOUR, type TotalsCut, type TotalsStatements, type TotalsSums } from './totals-statements.ts';

/** The key of a call's totals, besides its status. */
type CallKind = Pick<CallsTable, 'seq' | 'server' | 'tool' | 'class'>;

/** Changes of the totals: one statement per kind of calls. */
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
        inCut([...byHour.values()], table).flatMap((row) =>
          // The last call of its kind may be gone.
          row.calls < 0 ? [table.add(row), table.dropIfEmpty(row)] : [table.add(row)],
        ),
      ),
  };
}

/** The same sums for days, and for all tools. A batch has few kinds of calls, mostly in one hour. */
function inCut(rows: readonly CallTotalsTable[], { hours, isByTool }: TotalsCut): readonly CallTotalsTable[] {
  const sums = new Map<string, CallTotalsTable>();
  for (const row of rows) {
    const cut = { ...row, hour: Math.floor(row.hour / hours) * hours, ...(isByTool ? {} : ANY_TOOL) };
    const name = [cut.hour, cut.server, cut.tool, cut.class, cut.status, cut.decision].join('\0');
    const sum = sums.get(name);
    if (sum === undefined) sums.set(name, cut);
    else addTo(sum, row);
  }
  return [...sums.values()];
}

const ANY_TOOL = { server: '', tool: '', decision: '' };

function addTo(row: CallTotalsTable, sums: TotalsSums): void {
  row.calls += sums.calls;
  row.input_tokens += sums.input_tokens;
  row.output_tokens += sums.output_tokens;
  row.duration_ms += sums.duration_ms;
}
