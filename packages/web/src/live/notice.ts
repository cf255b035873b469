import { formatClient } from '../format/client.ts';
import { visibleLine } from '../text/visible.ts';
import type { LiveEvent } from './live.ts';

/** `denied`: the browser says no, whatever a person wants here. `missing`: it has none, or not on this address. */
export type NotifyState = 'off' | 'on' | 'denied' | 'missing';

/** What is shown outside of the page: no arguments, since anybody may stand beside the screen. */
export interface Notice {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

/**
 * What to say of an event; nothing of one that is no question, or of one that nobody can answer any more.
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

/** What the browser allows and what a person wants, together. */
export function notifyStateOf(allowed: NotificationPermission | 'missing', wanted: boolean): NotifyState {
  if (allowed === 'missing' || allowed === 'denied') return allowed;
  return allowed === 'granted' && wanted ? 'on' : 'off';
}
