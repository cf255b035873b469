import type { CallTotals } from '@toolmark/api-contract';
import type { CallTotalsTable } from '../schema.ts';

/** A sum over calls. */
export interface Sums {
  calls: number;
  errors: number;
  input: number;
  output: number;
}

/** Some engines return sums as text, because they may exceed a number. */
type Added = { readonly [Column in 'calls' | 'input_tokens' | 'output_tokens']: number | string | bigint } & Pick<
  CallTotalsTable,
  'status'
>;

export const newSums = (): Sums => ({ calls: 0, errors: 0, input: 0, output: 0 });

/** A denied call is not an error. */
export function addTo(sums: Sums, row: Added): void {
  const calls = Number(row.calls);
  sums.calls += calls;
  sums.errors += row.status === 'error' ? calls : 0;
  sums.input += Number(row.input_tokens);
  sums.output += Number(row.output_tokens);
}

export function toTotals({ calls, errors, input, output }: Sums): CallTotals {
  return { calls, errors, input_tokens: input, output_tokens: output, total_tokens: input + output };
}
