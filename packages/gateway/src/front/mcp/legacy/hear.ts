import { isId, type NotificationMessage } from '../messages.ts';
import type { Session } from './session.ts';

/** Of what an older client can say without asking, only that it cancels means something here. */
export function hear(session: Session, { method, params }: NotificationMessage): void {
  if (method !== 'notifications/cancelled') return;
  const id = params?.['requestId'];
  if (isId(id)) session.requests.cancel(id);
}
