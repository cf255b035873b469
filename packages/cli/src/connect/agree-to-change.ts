import { agree } from '../agree.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import type { ConnectOptions } from './options.ts';

type Shown = Parameters<typeof agree>[0];

/** Shows what would change in a client's file and asks; the exit code where it is not to be changed. */
export async function agreeToChange(
  file: string,
  { lines, question }: Pick<Shown, 'lines' | 'question'>,
  options: ConnectOptions,
  io: Io,
): Promise<ExitCode | undefined> {
  const agreed = await agree(
    {
      lines,
      question,
      otherwise: `Nothing was written to ${file}, because nobody could be asked; --dry-run shows what would change.`,
      declined: 'Nothing was written.',
    },
    options,
    io,
  );
  if (agreed.ok) return undefined;
  io.stderr.write(`${agreed.error.message}\n`);
  return agreed.error.code ?? EXIT.couldNotRun;
}
