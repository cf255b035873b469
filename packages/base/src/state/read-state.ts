import { readFile } from 'node:fs/promises';
import { err, hasCode, ok, type Result, toMessage } from '@toolmark/annotations';
import type * as z from 'zod';

export interface Read<T> {
  /** `undefined` if the file does not exist. */
  readonly text: string | undefined;
  readonly value: T;
}

export interface ReadOptions<T> {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  readonly empty: T;
}

/** The content of a state file, or an error that names the file, the problem and the fix. */
export async function readState<T>({ path, schema, empty }: ReadOptions<T>): Promise<Result<Read<T>, string>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ok({ text: undefined, value: empty });
    return err(`${path} cannot be read: ${toMessage(error)}. Make it readable for the user that runs the gateway.`);
  }
  const broken = (what: string): Result<never, string> =>
    err(`${path} is invalid: ${what}. Correct it, or delete it to start with an empty one.`);
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    if (parsed.success) return ok({ text, value: parsed.data });
    const [issue] = parsed.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
    return broken(`${where}${issue?.message ?? 'it has an unknown format'}`);
  } catch (error) {
    return broken(toMessage(error));
  }
}
