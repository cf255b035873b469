import { ok, type Result } from '@toolmark/annotations';
import { type Painter, painter, type Terminal } from '@toolmark/audit';
import type { Command } from 'commander';
import { type GatewayAddress, type GatewayClient, openGateway, type Refusal } from './gateway-client.ts';
import { columnsOf, EXIT, type ExitCode, type Io, wantsColor } from './io.ts';

/** The options of every command that asks a running gateway. */
export interface AskOptions extends GatewayAddress {
  readonly json?: boolean;
  readonly color?: boolean;
}

/** A command's output, for programs and for people. */
export interface CommandOutput {
  readonly json: unknown;
  readonly lines: (screen: Screen) => readonly string[];
  readonly code?: ExitCode;
}

/** Why there is no output. */
export interface CommandFailure extends Refusal {
  /** The exit code, if the request itself succeeded. */
  readonly code?: ExitCode;
}

/** Where lines are printed. */
export interface Screen extends Terminal {
  readonly paint: Painter;
  readonly now: Date;
}

/**
 * @param json the help text of `--json`
 * @param json what `--json` does there
 */
export function withAskOptions(command: Command, json = "print the gateway's answer as JSON"): Command {
  return command
    .option('--json', json)
    .option('--url <url>', 'use the gateway at this address (default: the one that runs on the data folder)')
    .option('--data <dir>', 'the data folder of the gateway (default: $TOOLMARK_HOME or ~/.toolmark)')
    .option('--color', 'always colour the text (default: only on a terminal)')
    .option('--no-color', 'never colour the text');
}

/** Asks the running gateway and prints the answer, or an error sentence. */
export async function ask(
  options: AskOptions,
  io: Io,
  question: (gateway: GatewayClient) => Promise<Result<CommandOutput, CommandFailure>>,
): Promise<ExitCode> {
  const gateway = await openGateway(options, io);
  const output = gateway.ok ? await question(gateway.value) : fromSentence(gateway.error);
  if (io.signal.aborted) {
    io.stderr.write('Interrupted.\n');
    return EXIT.interrupted;
  }
  if (!output.ok) {
    io.stderr.write(`${output.error.message}\n`);
    return output.error.code ?? EXIT.couldNotRun;
  }
  const { json, lines, code = EXIT.clean } = output.value;
  if (options.json) io.stdout.write(`${JSON.stringify(json, null, 2)}\n`);
  else io.stdout.write(`${lines(screenOf(options, io)).join('\n')}\n`);
  return code;
}

/** Returns an output without a further request. */
export const output = (value: CommandOutput): Result<CommandOutput, Refusal> => ok(value);

export function screenOf(options: AskOptions, io: Io): Screen {
  const terminal = { columns: columnsOf(io, 100), color: wantsColor(io.stdout, io.env, options.color) };
  return { ...terminal, paint: painter(terminal), now: io.now() };
}

const fromSentence = (message: string): Result<CommandOutput, CommandFailure> => ({
  ok: false,
  error: { status: undefined, message },
});
