import { err, ok, type Result } from '@toolmark/annotations';
import type { Io } from '../io.ts';

/** A longer text is not one of our tokens. */
const MAX_CHARACTERS = 512;
/** A pipe delivers at once. */
const WITHIN_MS = 30_000;

/** Reads a token from stdin, such as from a pipe with `toolmark tokens create`. */
export async function readStdinToken({ streams: { stdin } }: Pick<Io, 'streams'>): Promise<Result<string, string>> {
  if ('isTTY' in stdin && stdin.isTTY === true)
    return err(
      '--token-stdin reads the token from a pipe: toolmark tokens create NAME --ceiling read | toolmark connect …',
    );
  const text = await readAll(stdin);
  if (text === undefined) return err('No token arrived on stdin.');
  const token = text.trim();
  return /^[A-Za-z0-9._~+/=-]{32,512}$/.test(token)
    ? ok(token)
    : err('The text on stdin is not a token. Create one with: toolmark tokens create NAME --ceiling read');
}

async function readAll(stdin: Io['streams']['stdin']): Promise<string | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), WITHIN_MS);
  try {
    return await Promise.race([readToEnd(stdin), late.promise]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function readToEnd(stdin: Io['streams']['stdin']): Promise<string | undefined> {
  let text = '';
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.length > MAX_CHARACTERS * 2) return undefined;
  }
  return text;
}
