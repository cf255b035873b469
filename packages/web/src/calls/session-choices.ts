import type { Session } from '@toolmark/api-contract';
import { formatClient, shortId } from '../format/client.ts';
import { plural } from '../format/number.ts';
import { formatAgo } from '../format/time.ts';
import type { Choice } from '../ui/menu-item.ts';

type Shown = Pick<Session, 'id' | 'client_name' | 'client_version' | 'start_time' | 'status' | 'tool_call_count'>;

/** A short label of a session; the id tells sessions of one client apart. */
export const sessionLabel = ({
  id,
  client_name,
  client_version,
}: Pick<Shown, 'id' | 'client_name' | 'client_version'>): string =>
  `${formatClient(client_name, client_version)} · ${shortId(id)}`;

/** The sessions to choose from, with the chosen one even if it is older than all others. */
export function sessionChoices(sessions: readonly Shown[], current: Shown | undefined, now: number): readonly Choice[] {
  const isListed = current === undefined || sessions.some(({ id }) => id === current.id);
  return (isListed ? sessions : [...sessions, current]).map((session) => ({
    value: session.id,
    label: sessionLabel(session),
    hint: `${session.status === 'active' ? 'active, ' : ''}started ${formatAgo(Date.parse(session.start_time), now)} · ${plural(session.tool_call_count, 'call')}`,
  }));
}
