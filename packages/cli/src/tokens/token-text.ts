import type { NamedToken, ToolClassName } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { toAgo, toLocal } from '../text/amounts.ts';

/** What each ceiling allows. */
export const CEILINGS: Readonly<Record<ToolClassName, string>> = {
  read: 'tools that change nothing',
  additive: 'also tools that add',
  destructive: 'all tools, including those that delete, overwrite or have no annotations',
};

export const CEILING_NAMES = ['read', 'additive', 'destructive'] as const;

export const STATUS_MARKS = {
  active: { mark: '✓', style: 'green' },
  expired: { mark: '⊘', style: 'yellow' },
  revoked: { mark: '⊘', style: 'dim' },
} as const;

/** Its ceiling; an API token has none. */
export const ceilingOf = ({ ceiling }: Pick<NamedToken, 'ceiling'>): string => ceiling ?? 'API';

/** Whether its client may approve its own calls. */
export const answersOf = ({ kind, may_answer }: Pick<NamedToken, 'kind' | 'may_answer'>): string =>
  kind === 'api' ? '–' : may_answer ? 'yes' : 'no';

export const serversOf = ({ servers }: Pick<NamedToken, 'servers'>): string =>
  servers === null ? 'all' : safeText(servers.join(', '));

export const profileOf = ({ profile }: Pick<NamedToken, 'profile'>): string =>
  profile === null ? '–' : safeText(profile);

/** The expiry: `in 12d`, `2026-12-31`, `3h ago`. */
export function expiryOf({ expires_at: at }: Pick<NamedToken, 'expires_at'>, now: Date): string {
  if (at === null) return 'never';
  const left = Date.parse(at) - now.getTime();
  if (left <= 0) return toAgo(at, now);
  const hours = Math.ceil(left / 3_600_000);
  if (hours <= 48) return `in ${hours}h`;
  const days = Math.round(hours / 24);
  return days <= 90 ? `in ${days}d` : toLocal(at).slice(0, 10);
}

export const lastUseOf = ({ last_used_at: at }: Pick<NamedToken, 'last_used_at'>, now: Date): string =>
  at === null ? 'never' : toAgo(at, now);
