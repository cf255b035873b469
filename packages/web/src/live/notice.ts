import { formatClient } from '../format/client.ts';
import { visibleLine } from '../text/visible.ts';
import type { LiveEvent } from './live.ts';

/** `denied`: the browser blocks notifications. `missing`: it does not support them at this address. */
export type NotifyState = 'off' | 'on' | 'denied' | 'missing';

/** The text of a notification, without arguments: it may be visible to others. */
export interface Notice {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

/**
 * The notification for an event; undefined if it is not an open approval request.
 *
 * @example
 * toNotice(event, Date.now())?.title // 'Approve “Delete Note”?'
 */
export function toNotice({ type, data }: LiveEvent, now: number): Notice | undefined {
  const { id, title, tool, server, client_name: client, expires_at: expires } = data;
  if (type !== 'approvals.requested' || typeof id !== 'string' || typeof tool !== 'string') return undefined;
  if (typeof expires === 'string' && Date.parse(expires) <= now) return undefined;
  return {
    id,
    title: `Approve “${visibleLine(typeof title === 'string' ? title : tool, 80)}”?`,
    body: `${visibleLine(tool, 80)} of ${visibleLine(String(server), 60)}, asked by ${formatClient(typeof client === 'string' ? client : null)}`,
  };
}

/** Combines the browser's permission with the user's setting. */
export function notifyStateOf(allowed: NotificationPermission | 'missing', wanted: boolean): NotifyState {
  if (allowed === 'missing' || allowed === 'denied') return allowed;
  return allowed === 'granted' && wanted ? 'on' : 'off';
}
