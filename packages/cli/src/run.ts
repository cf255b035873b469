import { Command, CommanderError } from 'commander';
import { COMMANDS } from './commands.ts';
import { columnsOf, EXIT, type Io } from './io.ts';

/** Runs one command line and returns the exit code. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  // Everything after -- is the server's command line; don't parse it.
  const split = argv.indexOf('--');
  const own = split === -1 ? argv : argv.slice(0, split);
  const command = split === -1 ? [] : argv.slice(split + 1);
  let code: number = EXIT.clean;
  const program = createProgram(io);
  const asked = own.filter((word) => !word.startsWith('-') && word !== 'help')[0];
  for (const { name, description, load } of COMMANDS) {
    const defined = program.command(name).description(description);
    if (name !== asked) continue;
    const define = await load();
    define(defined, {
      io,
      command,
      end: (result) => {
        code = result;
      },
    });
  }
  try {
    await program.parseAsync(own, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.clean : EXIT.couldNotRun;
  }
  return code;
}

function createProgram(io: Io): Command {
  return new Command('toolmark')
    .description(
      'MCP tool annotations you can trust: one endpoint for all your servers, and a check of their annotations.',
    )
    .version(io.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => columnsOf(io, 80),
      getErrHelpWidth: () => columnsOf(io, 80),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('(add --help for the options)')
    .helpCommand('help [command]', 'show the help of a command');
}
