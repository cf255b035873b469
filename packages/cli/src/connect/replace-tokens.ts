import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { retiredTokenSchema, TOKEN_FILES } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { planReplacements, type Replacement, type ReplacementPlan, replaceToken } from '@toolmark/setup';
import { clientSurroundings } from '../client-surroundings.ts';
import { confirmAction } from '../confirm-action.ts';
import type { Screen } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import type { ClientTokens } from './client-tokens.ts';
import type { ConnectOptions } from './options.ts';
import { tokensOf } from './prepare.ts';
import { findTarget, type Target } from './target.ts';

/**
 * `toolmark connect --replace-token`: gives every client with the shared token of an earlier version its own, then
 * removes the shared one.
 */
export async function replaceTokens(client: string | undefined, options: ConnectOptions, io: Io): Promise<ExitCode> {
  const refuse = (message: string): ExitCode => {
    io.stderr.write(`${message}\n`);
    return EXIT.couldNotRun;
  };
  if (client !== undefined) return refuse('--replace-token applies to all clients: leave out the client.');
  const target = await findTarget(options, io);
  if (!target.ok) return refuse(target.error);
  const file = join(target.value.dataDir, TOKEN_FILES.shared);
  const shared = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (shared === '') return printResult({ replaced: [], removed: null }, options, io);
  const plan = await planReplacements(clientSurroundings(io), shared);
  if (plan.problems.length > 0) return refuse([...plan.problems, 'Nothing was changed: fix this first.'].join('\n'));
  if (options.dryRun) {
    io.stdout.write(`${[...planLines(plan, file), '', 'Nothing was changed (--dry-run).'].join('\n')}\n`);
    return EXIT.clean;
  }
  const agreed = await confirmAction(
    {
      lines: (_screen: Screen) => planLines(plan, file),
      question: 'Replace it?',
      otherwise: 'Nothing was changed, because there is no terminal to ask in; --dry-run shows the change.',
      declined: 'Nothing was changed.',
    },
    options,
    io,
  );
  if (!agreed.ok) return refuse(agreed.error.message);
  const replaced: Replaced[] = [];
  for (const each of plan.replacements) {
    const done = await replaceIn(each, shared, tokensOf(target.value), io.now());
    if (!done.ok) {
      return refuse(
        [
          ...replaced.map(toLine),
          done.error,
          `The shared token still works: ${file}. Fix this, then run the command again.`,
        ].join('\n'),
      );
    }
    replaced.push(done.value);
  }
  const removed = await retire(target.value, file);
  return removed.ok ? printResult({ replaced, removed: file }, options, io) : refuse(removed.error);
}

interface Replaced {
  readonly client: string;
  readonly file: string;
  /** The name of its own token. */
  readonly token: string;
  readonly backup: string | null;
  readonly tightened: boolean;
}

async function replaceIn(
  replacement: Replacement,
  shared: string,
  tokens: ClientTokens,
  now: Date,
): Promise<Result<Replaced, string>> {
  const { client, file } = replacement;
  const made = await tokens.create({ name: client, profile: undefined });
  if (!made.ok) return made;
  const { token, named } = made.value;
  const done = await replaceToken(replacement, { from: shared, to: token }, now);
  if (!done.ok) {
    await tokens.revoke(named.id);
    return err(done.error.message);
  }
  const { backup, isTightened } = done.value;
  return ok({ client, file, token: named.name, backup: backup?.file ?? null, tightened: isTightened });
}

/** A running gateway removes the file itself and then refuses the token at once. */
async function retire({ client }: Target, file: string): Promise<Result<void, string>> {
  if (client !== undefined) {
    const answer = await client.request('DELETE', '/shared-token', retiredTokenSchema);
    if (!answer.ok)
      return err(`The clients have tokens of their own, but the shared one still works: ${answer.error.message}`);
  }
  try {
    await rm(file, { force: true });
    return ok(undefined);
  } catch (error) {
    return err(`The clients have tokens of their own, but ${file} cannot be removed: ${toMessage(error)}`);
  }
}

function planLines({ replacements }: ReplacementPlan, file: string): readonly string[] {
  return [
    ...(replacements.length === 0
      ? ['No client on this machine, nor in this folder, has the shared token in its config.']
      : ['These clients get their own token instead of the shared one; backups of their files are kept:']),
    ...replacements.map(({ name, file: config }) => `  ${name}: ${safeText(config)}`),
    `Then ${file} is removed: clients that still send that token are refused, such as those on other machines, in other projects, or with it in a variable.`,
  ];
}

const toLine = ({ file, token, backup, tightened }: Replaced): string =>
  `${safeText(file)} now has the token ${token}${tightened ? ', and only you can read it (mode 600)' : ''}. Before: ${backup ?? '–'}`;

function printResult(
  done: { readonly replaced: readonly Replaced[]; readonly removed: string | null },
  { json }: ConnectOptions,
  io: Io,
): ExitCode {
  const lines =
    done.removed === null
      ? ['There is no shared token of an earlier version here. Nothing to do.']
      : [
          ...done.replaced.map(toLine),
          `The shared token is gone: ${done.removed}`,
          ...(done.replaced.length === 0 ? [] : ['Restart these clients. Once everything works, delete the backups.']),
        ];
  io.stdout.write(json ? `${JSON.stringify(done, null, 2)}\n` : `${lines.join('\n')}\n`);
  return EXIT.clean;
}
