import { readFile } from 'node:fs/promises';
import { err, ok, type Problem, type Result, toMessage } from '@toolmark/annotations';
import type * as z from 'zod';

/** A config that cannot be used: which file, and everything that is wrong with it. */
export interface ConfigFailure {
  readonly kind: 'no-such-file' | 'no-such-server' | 'invalid';
  readonly file: string;
  readonly problems: readonly Problem[];
}

export type Parsed<Value> = Result<Value, ConfigFailure>;

/** Reads a file of JSON. Why it could not is told in words: people read this in the log of a CI. */
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

/** Reads a file of text, without the byte order mark that some editors write. Why it could not is told in words. */
export async function readTextFile(file: string): Promise<Parsed<string>> {
  try {
    return ok((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return failure('no-such-file', file, [{ path: '', message: 'does not exist' }]);
    if (hasCode(error, 'EISDIR')) return invalid(file, 'is a folder');
    return invalid(file, `cannot be read: ${toMessage(error)}`);
  }
}

/** Checks what a file says; `at` is where in the file the value stands. */
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

/** A failure of the file as a whole. */
export function invalid(file: string, message: string): Result<never, ConfigFailure> {
  return failure('invalid', file, [{ path: '', message }]);
}

/** V8 quotes what stands there, and a config is where people keep their secrets. */
function withoutSource(message: string): string {
  return message.replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, '');
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
