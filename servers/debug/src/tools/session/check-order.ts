import { stat } from 'node:fs/promises';
import * as z from 'zod';
import type { Outcome } from '../../backend/backend.ts';
import { err, ok } from '../../result.ts';

const Env = z.record(z.string(), z.string());

/** Parses the environment variables from a JSON object. Errors never quote it, because it may contain secrets. */
export function parseEnv(text: string | undefined): Outcome<Record<string, string>> {
  if (text === undefined || text.trim() === '') return ok({});
  const problem = 'env must be the text of a JSON object whose values are strings, such as {"DEBUG":"1"}.';
  const invalid = (what: string) => err({ code: 'INVALID_ENV', message: `${problem}${what}` } as const);
  const json = parseJson(text);
  if (!json.ok) return invalid(' What was given is no JSON.');
  const parsed = Env.safeParse(json.value);
  if (!parsed.success) return invalid('');
  const names = Object.keys(parsed.data);
  if (names.some((name) => name === '' || name.includes('='))) return invalid(' A name is empty, or has a = in it.');
  if ([...names, ...Object.values(parsed.data)].some(hasNul)) return invalid(' No variable can hold a NUL character.');
  return ok(parsed.data);
}

/** Rejects arguments with a NUL character, which ends an argument. */
export function checkArgs(args: readonly string[]): Outcome<void> {
  const index = args.findIndex(hasNul);
  if (index === -1) return ok(undefined);
  return err({
    code: 'INVALID_PARAMETER',
    message: `Argument ${index + 1} of args has a NUL character in it, which no program can be given.`,
    details: { parameter: 'args', index },
  });
}

/** Checked before the start, because the system would report a missing program instead. */
export async function checkDirectory(directory: string): Promise<Outcome<void>> {
  const facts = await stat(directory).catch(() => undefined);
  if (facts?.isDirectory()) return ok(undefined);
  return err({
    code: 'INVALID_PATH',
    message: `The program cannot start in ${directory}: that is no folder. Give another cwd.`,
    details: { parameter: 'cwd', cwd: directory },
  });
}

const hasNul = (text: string): boolean => text.includes('\0');

function parseJson(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}
