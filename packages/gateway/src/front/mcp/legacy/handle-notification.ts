import { isId, type NotificationMessage } from '../messages.ts';
import type { Session } from './session.ts';

/** Handles a notification of an older client. Only a cancellation has an effect. */
export function handleNotification(session: Session, { method, params }: NotificationMessage): void {
  if (method !== 'notifications/cancelled') return;
  const id = params?.['requestId'];
  if (isId(id)) session.requests.cancel(id);
}
