import { readFile } from 'node:fs/promises';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import type * as z from 'zod';

export interface Read<T> {
  /** `undefined` where there is no file. */
  readonly text: string | undefined;
  readonly value: T;
}

export interface ReadOptions<T> {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  readonly empty: T;
}

/** What a file holds, or a sentence that names it, what is wrong with it and what to do. */
export async function readState<T>({ path, schema, empty }: ReadOptions<T>): Promise<Result<Read<T>, string>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return ok({ text: undefined, value: empty });
    return err(`${path} cannot be read: ${toMessage(error)}. Make it readable for whoever runs the gateway.`);
  }
  const broken = (what: string): Result<never, string> =>
    err(`${path} is not what it should be: ${what}. Correct it, or delete it to begin with an empty one.`);
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    if (parsed.success) return ok({ text, value: parsed.data });
    const [issue] = parsed.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
    return broken(`${where}${issue?.message ?? 'it has another form'}`);
  } catch (error) {
    return broken(toMessage(error));
  }
}
