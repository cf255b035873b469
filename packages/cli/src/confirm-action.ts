import { err, ok, type Result } from '@toolmark/annotations';
import { askPerson, hasPerson } from './ask-person.ts';
import { type AskOptions, type CommandFailure, type Screen, screenOf } from './gateway-client-command.ts';
import { EXIT, type Io } from './io.ts';

/** An action that needs a person's confirmation. */
export interface Proposal {
  /** Lines to show before the question. */
  readonly lines: (screen: Screen) => readonly string[];
  /** Must end with a question mark. */
  readonly question: string;
  /** The error if there is no terminal to ask in; a hint about `--yes` is added. */
  readonly otherwise: string;
  /** The message after a no. */
  readonly declined: string;
}

/** Asks on a terminal unless `--yes` was given. Fails after a no, and without a terminal. */
export async function confirmAction(
  proposal: Proposal,
  options: AskOptions & { readonly yes?: boolean },
  io: Io,
): Promise<Result<void, CommandFailure>> {
  if (options.yes) return ok(undefined);
  const refuse = (message: string): Result<never, CommandFailure> =>
    err({ status: undefined, code: EXIT.findings, message });
  if (!hasPerson(io)) return refuse(`${proposal.otherwise} To skip the question, add --yes.`);
  const screen = screenOf(options, { ...io, stdout: io.stderr });
  io.stderr.write(`${proposal.lines(screen).join('\n')}\n`);
  return (await askPerson(proposal.question, io)) ? ok(undefined) : refuse(proposal.declined);
}
