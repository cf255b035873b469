import type { Result } from '@toolmark/annotations';
import { openSecretStore, type SecretStore } from '@toolmark/secrets';
import { dataDirOf } from '../data-dir.ts';
import { type CommandFailure, type CommandOutput, screenOf } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';

/** The options of commands that need no gateway. */
export interface SecretsOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly color?: boolean;
}

/** Opens the secrets of the data folder, and prints the answer or an error sentence. */
export async function withSecrets(
  options: SecretsOptions,
  io: Io,
  work: (store: SecretStore) => Promise<Result<CommandOutput, CommandFailure>>,
): Promise<ExitCode> {
  const log = { error: (_facts: object, message: string) => void io.stderr.write(`${message}\n`) };
  const opened = await openSecretStore({ dataDir: dataDirOf(options.data, io), env: io.env, log });
  if (!opened.ok) {
    io.stderr.write(`${opened.error}\n`);
    return EXIT.couldNotRun;
  }
  try {
    const done = await work(opened.value);
    if (io.signal.aborted) {
      io.stderr.write('Interrupted.\n');
      return EXIT.interrupted;
    }
    if (!done.ok) {
      io.stderr.write(`${done.error.message}\n`);
      return done.error.code ?? EXIT.couldNotRun;
    }
    const { json, lines, code = EXIT.clean } = done.value;
    const text = options.json ? JSON.stringify(json, null, 2) : lines(screenOf(options, io)).join('\n');
    io.stdout.write(`${text}\n`);
    return code;
  } finally {
    await opened.value.close();
  }
}
