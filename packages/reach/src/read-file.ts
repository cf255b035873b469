import { readFile } from 'node:fs/promises';
import { err, hasCode, ok, type Problem, type Result, toMessage } from '@toolmark/annotations';
import type * as z from 'zod';

/** A config file that cannot be used, with all its problems. */
export interface ConfigFailure {
  readonly kind: 'no-such-file' | 'no-such-server' | 'invalid';
  readonly file: string;
  readonly problems: readonly Problem[];
}

export type Parsed<Value> = Result<Value, ConfigFailure>;

/** Reads a JSON file. Errors are readable sentences, because they appear in CI logs. */
export async function readJsonFile(file: string): Promise<Parsed<unknown>> {
  const text = await readTextFile(file);
  if (!text.ok) return text;
  try {
    return ok(JSON.parse(text.value));
  } catch (error) {
    return invalid(
      file,
      `is not valid JSON: ${withoutSource(toMessage(error))}; comments and trailing commas are not allowed`,
    );
  }
}

/** Reads a text file, without its byte order mark. Errors are readable sentences. */
export async function readTextFile(file: string): Promise<Parsed<string>> {
  try {
    return ok((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return failure('no-such-file', file, [{ path: '', message: 'does not exist' }]);
    if (hasCode(error, 'EISDIR')) return invalid(file, 'is a folder');
    return invalid(file, `cannot be read: ${toMessage(error)}`);
  }
}

/** Validates a value of a file; `at` is its path in the file. */
export function parseWith<Value>(schema: z.ZodType<Value>, value: unknown, file: string, at: string[]): Parsed<Value> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const problems = parsed.error.issues.map(({ path, message }) => ({
    path: [...at, ...path.map(String)].join('.'),
    message,
  }));
  return failure('invalid', file, problems);
}

export function failure(
  kind: ConfigFailure['kind'],
  file: string,
  problems: readonly Problem[],
): Result<never, ConfigFailure> {
  return err({ kind, file, problems });
}

/** A failure that concerns the file as a whole. */
export function invalid(file: string, message: string): Result<never, ConfigFailure> {
  return failure('invalid', file, [{ path: '', message }]);
}

/** V8's message quotes the source text, and a config may contain secrets. */
function withoutSource(message: string): string {
  return message.replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, '');
}
