import type { CallTotals } from '@toolmark/api-contract';
import type { CallTotalsTable } from '../schema.ts';

/** Calls that are being added up. */
export interface Sums {
  calls: number;
  errors: number;
  input: number;
  output: number;
}

/** Some engines hand out sums as text, since they may be longer than a number holds. */
type Added = { readonly [Column in 'calls' | 'input_tokens' | 'output_tokens']: number | string | bigint } & Pick<
  CallTotalsTable,
  'status'
>;

export const newSums = (): Sums => ({ calls: 0, errors: 0, input: 0, output: 0 });

/** A call that was not let through is no error: nothing has failed. */
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
