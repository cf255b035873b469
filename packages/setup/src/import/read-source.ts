import { readFile, stat } from 'node:fs/promises';
import { err, isJsonObject, ok, type Result, toMessage } from '@toolmark/annotations';
import { describeTextProblems, parseJsonText } from '@toolmark/config';
import { readToml } from '../edit/read-toml.ts';
import { readYaml } from '../edit/read-yaml.ts';
import type { SourceFile } from './sources.ts';

/** Claude Code stores the history of every project in the same file, which grows to several megabytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Larger files are not parsed with comments, because that parser is much slower. */
const MAX_COMMENTED_LENGTH = 4 * 1024 * 1024;

/**
 * Reads a config; returns `undefined` if there is no file, or a sentence with the reason if it is unreadable. Never
 * writes.
 */
export async function readSource({
  file,
  format,
}: Pick<SourceFile, 'file' | 'format'>): Promise<Result<unknown, string>> {
  const text = await readLimited(file);
  if (!text.ok || text.value === undefined) return text;
  if (format === 'json') return readJson(text.value);
  const read = format === 'toml' ? readToml(text.value) : readYaml(text.value);
  return read.ok ? read : err(`It ${read.error}.`);
}

/** The servers at a place of a config, by name. In a list, each has its own. */
export function serversAt(config: unknown, place: readonly string[]): readonly (readonly [string, unknown])[] {
  let servers = config;
  for (const key of place) servers = isJsonObject(servers) && Object.hasOwn(servers, key) ? servers[key] : undefined;
  if (!Array.isArray(servers)) return isJsonObject(servers) ? Object.entries(servers) : [];
  return servers
    .filter(isJsonObject)
    .flatMap(({ name, ...entry }) => (typeof name === 'string' ? [[name, entry]] : []));
}

async function readLimited(file: string): Promise<Result<string | undefined, string>> {
  try {
    const found = await stat(file);
    // Checked before opening: a named pipe would wait for a writer.
    if (!found.isFile()) return err('It is not a file.');
    if (found.size > MAX_BYTES) return err('It is larger than 16 MiB.');
    return ok((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR' ? ok(undefined) : err(`It cannot be read: ${toMessage(error)}`);
  }
}

function readJson(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text));
  } catch {
    // Try again with comments below.
  }
  // Some clients create an empty file first.
  if (text.trim() === '') return ok({});
  if (text.length > MAX_COMMENTED_LENGTH) return err('It is not valid JSON.');
  const parsed = parseJsonText(text);
  return parsed.ok ? ok(parsed.value.value) : err(`It ${describeTextProblems(text, parsed.error)}.`);
}
