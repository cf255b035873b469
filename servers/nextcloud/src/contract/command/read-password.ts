import { once } from 'node:events';
import { createInterface } from 'node:readline';

const TYPING_MS = 120_000;

/** The first line of a stream, or an error message after a timeout. */
export async function readPassword(
  input: NodeJS.ReadableStream,
  stop: AbortSignal,
): Promise<{ readonly password: string } | { readonly problem: string }> {
  const lines = createInterface({ input });
  const ended = new AbortController();
  lines.once('close', () => ended.abort());
  try {
    const signal = AbortSignal.any([stop, ended.signal, AbortSignal.timeout(TYPING_MS)]);
    const [line] = (await once(lines, 'line', { signal })) as [string];
    if (line.trim() !== '') return { password: line.trim() };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
  } finally {
    lines.close();
  }
  return {
    problem: 'There is no password on stdin. Pipe it in: printf %s "$APP_PASSWORD" | npm run nextcloud:contract -- …',
  };
}
