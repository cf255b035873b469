import type { NamedToken, ToolClassName } from '@toolmark/api-contract';
import { formatAgo, formatDay } from '../format/time.ts';

/** What a ceiling allows, for the form. */
export const CEILING_MEANS: Readonly<Record<ToolClassName, string>> = {
  read: 'Only read-only tools.',
  additive: 'Also tools that add, but destroy nothing.',
  destructive: 'All tools, including destructive ones and those without annotations.',
};

export const EXPIRIES: readonly (readonly [days: number, words: string])[] = [
  [7, 'After 7 days'],
  [30, 'After 30 days'],
  [90, 'After 90 days'],
  [365, 'After a year'],
  [0, 'Never'],
];

export const STATUS_WORDS: Readonly<Record<NamedToken['status'], string>> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
};

const DAY_MS = 86_400_000;

/** The expiry: relative if it is soon, else as a date. */
export function expiryWords({ expires_at: at }: Pick<NamedToken, 'expires_at'>, now: number): string {
  if (at === null) return 'never';
  const end = Date.parse(at);
  const days = (end - now) / DAY_MS;
  if (days > 90) return formatDay(end, now);
  // Round, so that a token for 30 days does not say 29 a moment later.
  return days > 2 ? `in ${Math.round(days)}d` : formatAgo(end, now);
}

export const serverWords = ({
  servers,
  kind = 'client',
}: Pick<NamedToken, 'servers'> & Partial<Pick<NamedToken, 'kind'>>): string =>
  kind === 'api' ? 'scripts' : servers === null ? 'all servers' : servers.join(', ');

/** Whether its client may approve its own calls. */
export const answerWords = ({ kind, may_answer }: Pick<NamedToken, 'kind' | 'may_answer'>): string =>
  kind === 'api' ? '–' : may_answer ? 'Once each' : 'No';
