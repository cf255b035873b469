import type { Session, Tool } from '@toolmark/api-contract';
import type { RouteLocationRaw } from 'vue-router';
import { formatClient } from '../../format/client.ts';
import { plural } from '../../format/number.ts';
import { formatAgo } from '../../format/time.ts';
import { CLASS_WORDS } from '../../hints/labels.ts';
import { visibleLine } from '../../text/visible.ts';
import { toolRoute } from '../../tools/tool-address.ts';
import { IconRefresh, IconServer, IconSessions } from '../../ui/icons.ts';
import { type Entry, toEntry } from './entry.ts';

/** Actions behind the found entries. */
export interface FoundDoing {
  readonly go: (to: RouteLocationRaw) => unknown;
  readonly restart: (server: string) => unknown;
}

/** Makes hidden characters in names visible; the result is shown as plain text. */
export function toolEntry({ server, name, exposed_name, title, class: of }: Tool, { go }: FoundDoing): Entry {
  return toEntry({
    id: `tool:${server}/${name}`,
    group: 'Tools',
    title: visibleLine(title, 120),
    detail: `${visibleLine(server, 60)} / ${visibleLine(name, 80)}`,
    words: [name, exposed_name],
    icon: CLASS_WORDS[of].icon,
    isOnDemand: true,
    run: () => go(toolRoute({ server, name, exposed_name })),
  });
}

export function serverEntries(name: string, state: string, { go, restart }: FoundDoing): readonly Entry[] {
  const shown = visibleLine(name, 80);
  return [
    toEntry({
      id: `server:${name}`,
      group: 'Servers',
      title: shown,
      detail: state,
      icon: IconServer,
      run: () => go({ name: 'server', params: { name } }),
    }),
    toEntry({
      id: `restart:${name}`,
      group: 'Commands',
      title: `Restart server ${shown}`,
      icon: IconRefresh,
      isOnDemand: true,
      run: () => restart(name),
    }),
  ];
}

export function sessionEntry(session: Session, now: number, { go }: FoundDoing): Entry {
  const { id, client_name, client_version, start_time, tool_call_count } = session;
  return toEntry({
    id: `session:${id}`,
    group: 'Sessions',
    title: formatClient(client_name, client_version),
    detail: `started ${formatAgo(Date.parse(start_time), now)}, ${plural(tool_call_count, 'call')}`,
    words: [id],
    icon: IconSessions,
    isOnDemand: true,
    run: () => go({ name: 'session', params: { id } }),
  });
}
