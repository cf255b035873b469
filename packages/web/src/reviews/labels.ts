import type { HintKey, Review, ReviewTool } from '@toolmark/api-contract';
import { plural } from '../format/number.ts';

const CLAIMS: Readonly<Record<HintKey, string>> = {
  readOnlyHint: 'read-only',
  destructiveHint: 'not destructive',
  idempotentHint: 'idempotent',
  openWorldHint: 'closed world',
};

/**
 * A tool's claims, in the words of the badges.
 *
 * @example
 * claimWords(['readOnlyHint', 'openWorldHint']) // 'read-only, closed world'
 */
export const claimWords = (claims: readonly HintKey[]): string => claims.map((hint) => CLAIMS[hint]).join(', ');

/** All tools that one click accepts. */
export const ordinaryOf = ({ groups }: Review): readonly ReviewTool[] => groups.flatMap(({ tools }) => tools);

/** The number of tools to review, such as `3 tools to review, 1 suspicious`. */
export function waitingWords({ waiting, suspicious }: Pick<Review, 'waiting' | 'suspicious'>): string {
  const some = suspicious === 0 ? '' : `, ${suspicious} suspicious`;
  return `${plural(waiting, 'tool')} to review${some}`;
}

/** The label of the button that accepts them. */
export const acceptAllWords = (count: number): string =>
  count === 1 ? 'Accept the one that is not suspicious' : `Accept all ${count} that are not suspicious`;
