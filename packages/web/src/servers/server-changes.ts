import type {
  NewServerRequest,
  Server,
  ServerEntryRequest,
  ServerEntryView,
  ServerList,
  UpstreamSignIn,
  UpstreamSignOut,
} from '@toolmark/api-contract';
import { get, part, post, put, remove } from '../api/request.ts';
import { withDisabled } from './with-disabled.ts';

/** The gateway waits ten seconds for a restart before it answers; allow for a slow machine. */
const RESTART_MS = 30_000;

const pathOf = (name: string): string => `/servers/${part(name)}`;

export const restartServer = (name: string): Promise<Server> =>
  post<Server>(`${pathOf(name)}/restart`, { timeoutMs: RESTART_MS });

export const readEntry = (name: string, signal?: AbortSignal): Promise<ServerEntryView> =>
  get<ServerEntryView>(`${pathOf(name)}/entry`, { signal });

export const addServer = (body: NewServerRequest): Promise<Server> => post<Server>('/servers', { body });

export const changeServer = (name: string, body: ServerEntryRequest): Promise<Server> =>
  put<Server>(`${pathOf(name)}/entry`, { body });

export const removeServer = (name: string): Promise<ServerList> => remove<ServerList>(pathOf(name));

/** Starts a sign-in and returns the page to open. */
export const beginSignIn = (name: string): Promise<UpstreamSignIn> => post<UpstreamSignIn>(`${pathOf(name)}/sign-in`);

/**
 * @param address the final address of the user's browser
 */
export const completeSignIn = (name: string, address: string): Promise<Server> =>
  post<Server>(`${pathOf(name)}/sign-in/complete`, { body: { address } });

export const signOutOf = (name: string): Promise<UpstreamSignOut> => remove<UpstreamSignOut>(`${pathOf(name)}/sign-in`);

/** Enables or disables a server in the config; keeps the rest of its entry. */
export async function setDisabled(name: string, disabled: boolean): Promise<void> {
  const { entry, hash } = await readEntry(name);
  await changeServer(name, { entry: withDisabled(entry, disabled), hash });
}
