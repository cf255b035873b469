import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Backup, listBackups } from './backups.ts';
import { readClientFile } from './client-file.ts';
import { type ClientPlace, type ClientSurroundings, clientPlaces } from './clients.ts';
import { type RawServer, serversIn } from './edit-entry.ts';

/** The content of a client's file. */
export interface ClientConfig {
  readonly place: ClientPlace;
  readonly state: 'missing' | 'found' | 'unreadable';
  /** The reason why it cannot be read. */
  readonly problem: string | null;
  /** Contains secrets: mask before showing. */
  readonly servers: readonly RawServer[];
  /** Whether the text mentions Toolmark anywhere. */
  readonly mentionsToolmark: boolean;
}

/** Reads all server lists of clients on this machine. */
export async function readClients(surroundings: ClientSurroundings): Promise<readonly ClientConfig[]> {
  return await Promise.all(clientPlaces(surroundings).map(readClient));
}

/** Reads one server list. */
export async function readClient(place: ClientPlace): Promise<ClientConfig> {
  const read = await readClientFile(place.file);
  const nothing = { place, servers: [], mentionsToolmark: false };
  if (!read.ok) return { ...nothing, state: 'unreadable', problem: read.error };
  if (read.value === undefined) return { ...nothing, state: 'missing', problem: null };
  const { text } = read.value;
  const mentionsToolmark = /toolmark/i.test(text);
  const servers = serversIn(text, place);
  if (!servers.ok)
    return { ...nothing, state: 'unreadable', problem: `${place.file} ${servers.error}.`, mentionsToolmark };
  return { place, state: 'found', problem: null, servers: servers.value, mentionsToolmark };
}

/** Files that connecting left beside a client's file: backups, and temporary files of interrupted writes. */
export async function leftovers(file: string): Promise<readonly Backup[]> {
  const names = await readdir(dirname(file)).catch(() => []);
  const drafts = names.filter((name) => name.startsWith(`${basename(file)}.`) && DRAFT.test(name));
  return [...(await listBackups(file)), ...drafts.map((name) => ({ file: join(dirname(file), name), isNone: false }))];
}

const DRAFT = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
