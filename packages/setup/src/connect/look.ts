import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Backup, backupsOf } from './backups.ts';
import { readClientFile } from './client-file.ts';
import { type ClientPlace, type ClientSurroundings, clientPlaces } from './clients.ts';
import { type RawServer, serversIn } from './edit-entry.ts';

/** What a client's file says. */
export interface ClientLook {
  readonly place: ClientPlace;
  readonly state: 'missing' | 'found' | 'unreadable';
  /** Why it cannot be read, in a sentence. */
  readonly problem: string | null;
  /** With their secrets: only what is needed of them may be shown. */
  readonly servers: readonly RawServer[];
  /** Whether it has the word in it anywhere. */
  readonly mentionsToolmark: boolean;
}

/** Looks at every place at which clients of this machine have servers. Only reads. */
export async function lookAtClients(surroundings: ClientSurroundings): Promise<readonly ClientLook[]> {
  return await Promise.all(clientPlaces(surroundings).map(lookAtPlace));
}

/** The same of one place. */
export async function lookAtPlace(place: ClientPlace): Promise<ClientLook> {
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

/** What connecting left beside a client's file: backups, and drafts of a write that was interrupted. */
export async function leftBeside(file: string): Promise<readonly Backup[]> {
  const names = await readdir(dirname(file)).catch(() => []);
  const drafts = names.filter((name) => name.startsWith(`${basename(file)}.`) && DRAFT.test(name));
  return [...(await backupsOf(file)), ...drafts.map((name) => ({ file: join(dirname(file), name), isNone: false }))];
}

const DRAFT = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
