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

/** A server gets ten seconds before the gateway answers that it goes on without it; that and a slow machine. */
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

/** What a person has to open to sign in to a server. */
export const beginSignIn = (name: string): Promise<UpstreamSignIn> => post<UpstreamSignIn>(`${pathOf(name)}/sign-in`);

/** @param address where the browser of that person ended up */
export const completeSignIn = (name: string, address: string): Promise<Server> =>
  post<Server>(`${pathOf(name)}/sign-in/complete`, { body: { address } });

export const signOutOf = (name: string): Promise<UpstreamSignOut> => remove<UpstreamSignOut>(`${pathOf(name)}/sign-in`);

/** Switches a server on or off in the config; everything else of its entry stays. */
export async function setDisabled(name: string, disabled: boolean): Promise<void> {
  const { entry, hash } = await readEntry(name);
  await changeServer(name, { entry: withDisabled(entry, disabled), hash });
}
