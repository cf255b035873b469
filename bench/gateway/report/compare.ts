import type { CallResults, CallRow, CallSample } from '../measure/calls.ts';
import { median } from '../statistics.ts';

/** The middle of a figure over all rounds; NaN where it was not taken. */
export function typical(row: CallRow, figure: keyof CallSample): number {
  return median(row.samples.map((sample) => sample[figure] ?? Number.NaN));
}

/** How one row stands to another: the ratio within each round, and of those the middle. */
export function ratio(row: CallRow, reference: CallRow, figure: keyof CallSample): number {
  return median(
    row.samples.map(
      (sample, round) => (sample[figure] ?? Number.NaN) / (reference.samples[round]?.[figure] ?? Number.NaN),
    ),
  );
}

/** The floor in the same era; none for targets that speak stdio, which is another way to come in. */
export function floorOf({ rows }: CallResults, row: CallRow): CallRow | undefined {
  return row.speaks === 'stdio' ? undefined : rows.find((each) => each.role === 'floor' && each.era === row.era);
}

/** The peer with the most calls per second, in whatever era and HTTP transport it is best; stdio against stdio. */
export function bestPeer({ rows }: CallResults, row: CallRow): CallRow | undefined {
  return rows
    .filter((each) => each.role === 'peer' && (each.speaks === 'stdio') === (row.speaks === 'stdio'))
    .reduce<CallRow | undefined>(
      (best, each) => (best === undefined || typical(each, 'perSecond') > typical(best, 'perSecond') ? each : best),
      undefined,
    );
}
