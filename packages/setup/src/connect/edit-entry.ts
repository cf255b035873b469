import { ok, type Result } from '@toolmark/annotations';
import type { RawEntry } from '../edit/edit-config.ts';
import { serversAt } from '../import/read-source.ts';
import type { ClientPlace } from './clients.ts';
import { readJson, removeJsonServer, setJsonServer } from './edit-json.ts';
import { readToml, removeTomlServer, setTomlServer } from './edit-toml.ts';
import { ENTRY_NAME } from './entry.ts';

type ServerListPlace = Pick<ClientPlace, 'format' | 'place'>;

/** A server in a client's file, in the client's own format. */
export type RawServer = readonly [name: string, entry: unknown];

/** The servers at a place of a text, or the end of a sentence with the reason why it cannot be read. */
export function serversIn(text: string, { format, place }: ServerListPlace): Result<readonly RawServer[], string> {
  const config = format === 'toml' ? readToml(text) : readJson(text);
  return config.ok ? ok(serversAt(config.value, place)) : config;
}

/** Adds Toolmark to a text, or returns the reason why that is not possible. */
export function putEntry(text: string, { format, place }: ServerListPlace, entry: RawEntry): Result<string, string> {
  return format === 'toml' ? setTomlServer(text, ENTRY_NAME, entry) : setJsonServer(text, place, ENTRY_NAME, entry);
}

/** Removes Toolmark from a text. */
export function removeEntry(text: string, { format, place }: ServerListPlace): Result<string, string> {
  return format === 'toml' ? removeTomlServer(text, ENTRY_NAME) : removeJsonServer(text, place, ENTRY_NAME);
}
