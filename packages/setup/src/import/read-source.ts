import { readFile, stat } from 'node:fs/promises';
import { err, isJsonObject, ok, type Result, toMessage } from '@toolmark/annotations';
import { describeTextProblems, parseJsonText } from '@toolmark/config';
import { parse as parseToml, TomlError } from 'smol-toml';
import type { SourceFile } from './sources.ts';

/** Claude Code keeps what it remembers of every project in the same file, which grows to some megabytes. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Beyond this, comments are not looked for: what has none is read far faster. */
const MOST_COMMENTED = 4 * 1024 * 1024;

/** What a file says, `undefined` where there is none, or in a sentence why it cannot be read. It is never written. */
export async function readSource({
  file,
  format,
}: Pick<SourceFile, 'file' | 'format'>): Promise<Result<unknown, string>> {
  const text = await readSome(file);
  if (!text.ok || text.value === undefined) return text;
  return format === 'toml' ? readToml(text.value) : readJson(text.value);
}

/** What stands at a place, each by its name. */
export function serversAt(config: unknown, place: readonly string[]): readonly (readonly [string, unknown])[] {
  let servers = config;
  for (const key of place) servers = isJsonObject(servers) && Object.hasOwn(servers, key) ? servers[key] : undefined;
  return isJsonObject(servers) ? Object.entries(servers) : [];
}

async function readSome(file: string): Promise<Result<string | undefined, string>> {
  try {
    const found = await stat(file);
    // Seen before it is opened: a pipe would wait for somebody to write.
    if (!found.isFile()) return err('It is no file.');
    if (found.size > MOST_BYTES) return err('It is larger than 16 MiB.');
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
    // Then perhaps with comments.
  }
  // Some clients make the file before there is anything to put into it.
  if (text.trim() === '') return ok({});
  if (text.length > MOST_COMMENTED) return err('It is not valid JSON.');
  const parsed = parseJsonText(text);
  return parsed.ok ? ok(parsed.value.value) : err(`It ${describeTextProblems(text, parsed.error)}.`);
}

function readToml(text: string): Result<unknown, string> {
  try {
    return ok(parseToml(text));
  } catch (error) {
    // Not its message, which quotes the line, and with it perhaps a secret.
    const where = error instanceof TomlError ? ` at line ${error.line}, column ${error.column}` : '';
    return err(`It is not valid TOML${where}.`);
  }
}
