import type { NamedToken, ToolClassName } from '@toolmark/api-contract';
import { formatAgo, formatDay } from '../format/time.ts';

/** What a ceiling lets pass, for who has to choose one. */
export const CEILING_MEANS: Readonly<Record<ToolClassName, string>> = {
  read: 'Only tools that change nothing.',
  additive: 'Also tools that add something, and destroy nothing that is there.',
  destructive: 'Every tool, also those that delete or overwrite, or say nothing of themselves.',
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

/** When it ends: soon in hours and days, later by its date. */
export function expiryWords({ expires_at: at }: Pick<NamedToken, 'expires_at'>, now: number): string {
  if (at === null) return 'never';
  const end = Date.parse(at);
  const days = (end - now) / DAY_MS;
  if (days > 90) return formatDay(end, now);
  // A token that was made for 30 days has 30 and not 29 in the next moment.
  return days > 2 ? `in ${Math.round(days)}d` : formatAgo(end, now);
}

export const serverWords = ({
  servers,
  kind = 'client',
}: Pick<NamedToken, 'servers'> & Partial<Pick<NamedToken, 'kind'>>): string =>
  kind === 'api' ? 'scripts' : servers === null ? 'all servers' : servers.join(', ');

/** Whether its client may answer questions about its own calls. */
export const answerWords = ({ kind, may_answer }: Pick<NamedToken, 'kind' | 'may_answer'>): string =>
  kind === 'api' ? '–' : may_answer ? 'Once each' : 'No';
