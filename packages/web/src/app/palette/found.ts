import type { Server, ServerList, SessionList, ToolList } from '@toolmark/api-contract';
import { getCached } from '../../api/queries.ts';
import { part, post } from '../../api/request.ts';
import { visibleLine } from '../../text/visible.ts';
import { toast } from '../../ui/toasts.ts';
import { router } from '../router.ts';
import type { Entry } from './entry.ts';
import { type FoundDoing, serverEntries, sessionEntry, toolEntry } from './found-entries.ts';

const LASTS_MS = 30_000;

/** Sources that query the gateway, one per kind of entry. */
export const SOURCES: readonly (() => Promise<readonly Entry[]>)[] = [
  async () =>
    (await getCached<ToolList>(['/tools', { limit: 1_000 }], LASTS_MS)).tools.map((tool) => toolEntry(tool, DOING)),
  async () =>
    (await getCached<ServerList>('/servers', LASTS_MS)).servers.flatMap(({ name, state }) =>
      serverEntries(name, state, DOING),
    ),
  async () => {
    const { sessions } = await getCached<SessionList>(['/sessions', { limit: 20 }], LASTS_MS);
    return sessions.map((session) => sessionEntry(session, Date.now(), DOING));
  },
];

const DOING: FoundDoing = {
  go: (to) => router.push(to),
  restart: async (name) => {
    const shown = visibleLine(name, 80);
    toast('news', `Restarting ${shown}.`);
    const { state, reason } = await post<Server>(`/servers/${part(name)}/restart`);
    if (state === 'ready') toast('done', `${shown} is ready again.`);
    else toast('news', `${shown} is ${state}.${reason === null ? '' : ` ${reason}`}`);
  },
};
