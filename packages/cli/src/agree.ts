import { err, ok, type Result } from '@toolmark/annotations';
import { askPerson, hasPerson } from './ask-person.ts';
import { type AskOptions, type Screen, screenOf, type Untold } from './gateway-client-command.ts';
import { EXIT, type Io } from './io.ts';

/** Something that is not done without a person's word. */
export interface Proposal {
  /** What is shown before the question. */
  readonly lines: (screen: Screen) => readonly string[];
  /** Ends with a question mark. */
  readonly question: string;
  /** What to say where there is nobody to ask; that `--yes` helps is added. */
  readonly otherwise: string;
  /** What to say after a no. */
  readonly declined: string;
}

/** Asks on a terminal unless `--yes` was given; an error for a no, and where there is nobody to ask. */
export async function agree(
  proposal: Proposal,
  options: AskOptions & { readonly yes?: boolean },
  io: Io,
): Promise<Result<void, Untold>> {
  if (options.yes) return ok(undefined);
  const refuse = (message: string): Result<never, Untold> => err({ status: undefined, code: EXIT.findings, message });
  if (!hasPerson(io)) return refuse(`${proposal.otherwise} To do it without a question, add --yes.`);
  const screen = screenOf(options, { ...io, stdout: io.stderr });
  io.stderr.write(`${proposal.lines(screen).join('\n')}\n`);
  return (await askPerson(proposal.question, io)) ? ok(undefined) : refuse(proposal.declined);
}
