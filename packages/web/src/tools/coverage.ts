import type { Coverage } from '@toolmark/api-contract';
import type { LocationQueryRaw } from 'vue-router';
import { formatExact, formatShare, plural } from '../format/number.ts';

/** What of a coverage a person may want to see the tools of. */
export interface CoveragePart {
  readonly kind: 'declared' | 'absent' | 'contradicted';
  /** How wide it is in the bar, in percent; what is counted in tools has no place among hints. */
  readonly share: number;
  readonly says: string;
  /** At length, for who hovers or listens. */
  readonly tells: string;
  /** Those tools, as filters of the list. */
  readonly query: LocationQueryRaw;
}

/**
 * How much of what could be declared is declared, as the meter shows it. What is malformed was not declared.
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
      tells: `The own words of ${plural(contradicted, 'tool')} speak against what is declared.`,
      query: { contradicted: 'yes' },
    },
  ];
}
