import type { Server, ServerList, SessionList, ToolList } from '@toolmark/api-contract';
import { get, part, post } from '../../api/request.ts';
import { visibleLine } from '../../text/visible.ts';
import { toast } from '../../ui/toasts.ts';
import { router } from '../router.ts';
import { createCached } from './cached.ts';
import type { Entry } from './entry.ts';
import { type FoundDoing, serverEntries, sessionEntry, toolEntry } from './found-entries.ts';

const LASTS_MS = 30_000;

const tools = createCached(() => get<ToolList>('/tools', { query: { limit: 1_000 } }), LASTS_MS);
const servers = createCached(() => get<ServerList>('/servers'), LASTS_MS);
const sessions = createCached(() => get<SessionList>('/sessions', { query: { limit: 20 } }), LASTS_MS);

/** Sources that query the gateway, one per kind of entry. */
export const SOURCES: readonly (() => Promise<readonly Entry[]>)[] = [
  async () => (await tools()).tools.map((tool) => toolEntry(tool, DOING)),
  async () => (await servers()).servers.flatMap(({ name, state }) => serverEntries(name, state, DOING)),
  async () => (await sessions()).sessions.map((session) => sessionEntry(session, Date.now(), DOING)),
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
