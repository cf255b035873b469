import { err, ok, type Result } from '@toolmark/annotations';
import { type ClientId, toClientEntry, toSnippet } from '@toolmark/setup';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { methodFor } from './connection-method.ts';
import type { ConnectOptions } from './options.ts';
import { tokensOf } from './prepare.ts';
import { readStdinToken } from './stdin-token.ts';
import { findTarget, type Target } from './target.ts';
import { tokenNameOf } from './token-in-entry.ts';

/** `toolmark connect <client> --print`: the config snippet with a new token; also for unknown clients. */
export async function printSnippet(client: ClientId | 'other', options: ConnectOptions, io: Io): Promise<ExitCode> {
  const printed = await prepareSnippet(client, options, io);
  if (!printed.ok) {
    io.stderr.write(`${printed.error}\n`);
    return EXIT.couldNotRun;
  }
  const { answer, name } = printed.value;
  io.stdout.write(options.json ? `${JSON.stringify(answer, null, 2)}\n` : `${answer.text.trimEnd()}\n`);
  if (name !== null && !options.json)
    io.stderr.write(`\nIts token, ${name}, is not shown again. Revoke it: toolmark tokens revoke ${name}\n`);
  return EXIT.clean;
}

interface Printed {
  readonly answer: object & { readonly text: string };
  /** The name of the created token. */
  readonly name: string | null;
}

async function prepareSnippet(
  client: ClientId | 'other',
  options: ConnectOptions,
  io: Io,
): Promise<Result<Printed, string>> {
  const target = await findTarget(options, io);
  if (!target.ok) return target;
  // Check everything else first, so that a mistake leaves no token behind.
  const trial = methodFor(client, options, target.value, undefined);
  if (!trial.ok) return trial;
  const token = await tokenFor(client, options, target.value, io);
  if (!token.ok) return token;
  const way = methodFor(client, options, target.value, token.value.token);
  const entry = way.ok ? toClientEntry(client, way.value) : way;
  if (!way.ok || !entry.ok) return err(way.ok ? (entry.ok ? '' : entry.error) : way.error);
  const { language, text } = toSnippet(client, way.value);
  const { name } = token.value;
  return ok({ answer: { client, language, text, entry: entry.value, token: name }, name });
}

async function tokenFor(
  client: ClientId | 'other',
  { tokenStdin, tokenEnv, profile }: ConnectOptions,
  target: Target,
  io: Io,
): Promise<Result<{ readonly token: string | undefined; readonly name: string | null }, string>> {
  if (tokenStdin === true) {
    const given = await readStdinToken(io);
    return given.ok ? ok({ token: given.value, name: null }) : given;
  }
  if (!target.asksToken || tokenEnv !== undefined) return ok({ token: undefined, name: null });
  const made = await tokensOf(target).create({ name: tokenNameOf(client), profile });
  return made.ok ? ok({ token: made.value.token, name: made.value.named.name }) : made;
}
