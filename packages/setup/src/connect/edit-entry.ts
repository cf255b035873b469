import { ok, type Result } from '@toolmark/annotations';
import type { RawEntry } from '../edit/edit-config.ts';
import { readToml } from '../edit/read-toml.ts';
import { readYaml } from '../edit/read-yaml.ts';
import { serversAt } from '../import/read-source.ts';
import type { FileFormat } from '../import/sources.ts';
import type { ClientPlace } from './clients.ts';
import { readJson, removeJsonServer, setJsonServer } from './edit-json.ts';
import { removeTomlServer, setTomlServer } from './edit-toml.ts';
import { removeYamlServer, setYamlServer } from './edit-yaml.ts';
import { ENTRY_NAME } from './entry-formats.ts';

type ServerListPlace = Pick<ClientPlace, 'format' | 'place' | 'isList'>;

/** A server in a client's file, in the client's own format. */
export type RawServer = readonly [name: string, entry: unknown];

/** The servers at a place of a text, or the end of a sentence with the reason why it cannot be read. */
export function serversIn(text: string, { format, place }: ServerListPlace): Result<readonly RawServer[], string> {
  const config = READERS[format](text);
  return config.ok ? ok(serversAt(config.value, place)) : config;
}

const READERS: Readonly<Record<FileFormat, (text: string) => Result<unknown, string>>> = {
  json: readJson,
  toml: readToml,
  yaml: readYaml,
};

/** Adds Toolmark to a text, or returns the reason why that is not possible. */
export function putEntry(text: string, where: ServerListPlace, entry: RawEntry): Result<string, string> {
  if (where.format === 'toml') return setTomlServer(text, ENTRY_NAME, entry);
  if (where.format === 'yaml') return setYamlServer(text, where, ENTRY_NAME, entry);
  return setJsonServer(text, where.place, ENTRY_NAME, entry);
}

/** Removes Toolmark from a text. */
export function removeEntry(text: string, where: ServerListPlace): Result<string, string> {
  if (where.format === 'toml') return removeTomlServer(text, ENTRY_NAME);
  if (where.format === 'yaml') return removeYamlServer(text, where, ENTRY_NAME);
  return removeJsonServer(text, where.place, ENTRY_NAME);
}
