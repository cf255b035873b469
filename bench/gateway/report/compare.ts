import type { CallResults, CallRow, CallSample } from '../measure/calls.ts';
import { median } from '../statistics.ts';

/** The median of a figure over all rounds; NaN if it was not measured. */
export function typical(row: CallRow, figure: keyof CallSample): number {
  return median(row.samples.map((sample) => sample[figure] ?? Number.NaN));
}

/** The ratio of two rows: the median of the ratios of all rounds. */
export function ratio(row: CallRow, reference: CallRow, figure: keyof CallSample): number {
  return median(
    row.samples.map(
      (sample, round) => (sample[figure] ?? Number.NaN) / (reference.samples[round]?.[figure] ?? Number.NaN),
    ),
  );
}

/** The minimal relay in the same era; none for targets over stdio, which is another transport. */
export function floorOf({ rows }: CallResults, row: CallRow): CallRow | undefined {
  return row.speaks === 'stdio' ? undefined : rows.find((each) => each.role === 'floor' && each.era === row.era);
}

/** The peer with the most calls per second, in any era and HTTP transport; stdio is compared with stdio. */
export function bestPeer({ rows }: CallResults, row: CallRow): CallRow | undefined {
  return rows
    .filter((each) => each.role === 'peer' && (each.speaks === 'stdio') === (row.speaks === 'stdio'))
    .reduce<CallRow | undefined>(
      (best, each) => (best === undefined || typical(each, 'perSecond') > typical(best, 'perSecond') ? each : best),
      undefined,
    );
}
