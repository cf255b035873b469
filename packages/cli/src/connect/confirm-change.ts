import { confirmAction } from '../confirm-action.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import type { ConnectOptions } from './options.ts';

type Shown = Parameters<typeof confirmAction>[0];

/** Shows the change to a client's file and asks. Returns an exit code if it is not to be made. */
export async function confirmFileChange(
  file: string,
  { lines, question }: Pick<Shown, 'lines' | 'question'>,
  options: ConnectOptions,
  io: Io,
): Promise<ExitCode | undefined> {
  const agreed = await confirmAction(
    {
      lines,
      question,
      otherwise: `Nothing was written to ${file}, because there is no terminal to ask in; --dry-run shows the change.`,
      declined: 'Nothing was written.',
    },
    options,
    io,
  );
  if (agreed.ok) return undefined;
  io.stderr.write(`${agreed.error.message}\n`);
  return agreed.error.code ?? EXIT.couldNotRun;
}
