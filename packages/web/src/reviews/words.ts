import type { HintKey, Review, ReviewTool } from '@toolmark/api-contract';
import { plural } from '../format/number.ts';

const CLAIMS: Readonly<Record<HintKey, string>> = {
  readOnlyHint: 'read-only',
  destructiveHint: 'not destructive',
  idempotentHint: 'idempotent',
  openWorldHint: 'closed world',
};

/**
 * What a server claims of a tool, in the words of the badges.
 *
 * @example
 * claimWords(['readOnlyHint', 'openWorldHint']) // 'read-only, closed world'
 */
export const claimWords = (claims: readonly HintKey[]): string => claims.map((hint) => CLAIMS[hint]).join(', ');

/** Everything that is accepted with one click. */
export const ordinaryOf = ({ groups }: Review): readonly ReviewTool[] => groups.flatMap(({ tools }) => tools);

/** `3 tools to review, 1 of them suspicious` */
export function waitingWords({ waiting, suspicious }: Pick<Review, 'waiting' | 'suspicious'>): string {
  const some = suspicious === 0 ? '' : `, ${suspicious} suspicious`;
  return `${plural(waiting, 'tool')} to review${some}`;
}

/** What the button says that accepts them. */
export const acceptAllWords = (count: number): string =>
  count === 1 ? 'Accept the one that looks ordinary' : `Accept all ${count} that look ordinary`;
