import { type ClientId, toClientEntry, toSnippet } from '@toolmark/gateway';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import type { ConnectOptions } from './options.ts';
import { findTarget } from './target.ts';
import { wayFor } from './way.ts';

/** `toolmark connect <client> --print`: what to put where, with the token in it; for clients that are not known as well. */
export async function printSnippet(client: ClientId | 'other', options: ConnectOptions, io: Io): Promise<ExitCode> {
  const target = await findTarget(options, io);
  const way = target.ok ? wayFor(client, options, target.value) : target;
  const entry = way.ok ? toClientEntry(client, way.value) : way;
  if (!way.ok || !entry.ok) {
    io.stderr.write(`${way.ok ? (entry.ok ? '' : entry.error) : way.error}\n`);
    return EXIT.couldNotRun;
  }
  const snippet = toSnippet(client, way.value);
  const answer = { client, language: snippet.language, text: snippet.text, entry: entry.value };
  io.stdout.write(options.json ? `${JSON.stringify(answer, null, 2)}\n` : `${snippet.text.trimEnd()}\n`);
  return EXIT.clean;
}
