import { runStdio } from '@toolmark/gateway';
import { EXIT, type ExitCode, type Io } from './io.ts';
import { type GatewayCommandOptions, gatewayOptions } from './serve-command.ts';

export interface StdioCommandOptions extends GatewayCommandOptions {
  readonly search?: boolean;
  readonly profile?: string;
}

/** `toolmark stdio`: the gateway as a stdio server, which joins a running gateway or runs on its own. */
export async function stdioCommand(options: StdioCommandOptions, io: Io): Promise<ExitCode> {
  const { stdin } = io.streams;
  if ('isTTY' in stdin && stdin.isTTY === true)
    io.stderr.write(
      'toolmark: waiting for an MCP client on stdin; to add it to a client, see `toolmark stdio --help`.\n',
    );
  const found = await gatewayOptions(options, io);
  if (!found.ok) {
    io.stderr.write(`${found.error}\n`);
    return EXIT.couldNotRun;
  }
  const { isFirst: _isFirst, ...gateway } = found.value;
  const ended = await runStdio(
    {
      ...gateway,
      mayJoin: options.config === undefined && !options.transparent,
      search: options.search === true,
      ...(options.profile !== undefined && { profile: options.profile }),
    },
    { ...io.streams, signal: io.signal },
  );
  if (ended.ok) return EXIT.clean;
  io.stderr.write(`${ended.error}\n`);
  return EXIT.couldNotRun;
}
