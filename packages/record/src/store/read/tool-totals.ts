import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Grid } from './stats-grid.ts';
import { type TotalSpan, totalSpansOf } from './total-spans.ts';

/** A sum from a database: a string or bigint if a number would lose digits. */
type Sum = string | number | bigint;

/** The calls of one tool with one status; a tool may have several such rows. */
export interface ToolTotal {
  readonly server: string;
  readonly tool: string;
  readonly status: string;
  readonly calls: Sum;
  readonly input_tokens: Sum;
  readonly output_tokens: Sum;
  readonly duration_ms: Sum;
  readonly hour: number;
}

/**
 * The totals of each tool in a time range by status, in parts to be summed. Calls of unknown tools have the server ''.
 */
export async function toolTotals(
  db: Kysely<Schema>,
  { first, end }: Pick<Grid, 'first' | 'end'>,
): Promise<readonly ToolTotal[]> {
  const rows: ToolTotal[] = [];
  for (const span of totalSpansOf(first, end)) rows.push(...(await totalsOf(db, span)));
  return rows;
}

async function totalsOf(db: Kysely<Schema>, { table, from, until }: TotalSpan): Promise<readonly ToolTotal[]> {
  return db
    .selectFrom(table)
    .select(({ fn }) => [
      'server',
      'tool',
      'status',
      fn.sum('calls').as('calls'),
      fn.sum('input_tokens').as('input_tokens'),
      fn.sum('output_tokens').as('output_tokens'),
      fn.sum('duration_ms').as('duration_ms'),
      fn.max('hour').as('hour'),
    ])
    .where('hour', '>=', from)
    .where('hour', '<', until)
    .groupBy(['server', 'tool', 'status'])
    .execute();
}
