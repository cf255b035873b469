import type { Coverage } from '@toolmark/api-contract';
import type { LocationQueryRaw } from 'vue-router';
import { formatExact, formatShare, plural } from '../format/number.ts';

/** One part of the meter, with a link to its tools. */
export interface CoveragePart {
  readonly kind: 'declared' | 'absent' | 'contradicted';
  /** Its width in the bar, in percent; 0 for parts that count tools instead of hints. */
  readonly share: number;
  readonly says: string;
  /** The tooltip. */
  readonly tells: string;
  /** The filter for its tools. */
  readonly query: LocationQueryRaw;
}

/**
 * The parts of the coverage meter. A malformed hint counts as not declared.
 *
 * @example
 * toCoverageParts(coverage).map(({ says }) => says) // ['82 % declared', '14 absent', '2 contradicted']
 */
export function toCoverageParts({ tools, complete, declared, total, contradicted }: Coverage): readonly CoveragePart[] {
  const share = (part: number): number => (total === 0 ? 0 : (part / total) * 100);
  const absent = total - declared;
  const of = (part: number): string => `${formatExact(part)} of ${formatExact(total)} hints`;
  return [
    {
      kind: 'declared',
      share: share(declared),
      says: `${formatShare(declared, total)} declared`,
      tells: `${of(declared)} are declared; ${plural(complete, 'tool declares', 'tools declare')} all four.`,
      query: { declares: 'all' },
    },
    {
      kind: 'absent',
      share: share(absent),
      says: `${formatExact(absent)} absent`,
      tells: `${of(absent)} are not declared; ${plural(tools - complete, 'tool leaves', 'tools leave')} out one or more.`,
      query: { declares: 'part' },
    },
    {
      kind: 'contradicted',
      share: 0,
      says: `${formatExact(contradicted)} contradicted`,
      tells: `The name or description of ${plural(contradicted, 'tool')} contradicts ${contradicted === 1 ? 'its' : 'their'} hints.`,
      query: { contradicted: 'yes' },
    },
  ];
}
