import { resolve } from 'node:path';
import { HELP, parseContractCommand } from './command/options.ts';
import { readPassword } from './command/read-password.ts';
import { runContractCommand } from './command/run-command.ts';

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(): Promise<number> {
  const command = parseContractCommand(process.argv.slice(2));
  if (command === 'help') {
    process.stdout.write(HELP);
    return 0;
  }
  if ('problem' in command) {
    tell(command.problem);
    return 2;
  }
  const stop = new AbortController();
  const interrupt = (): void => {
    if (stop.signal.aborted) {
      tell('stopped before the clean-up was done; remaining test data has names that begin with toolmark-');
      process.exit(130);
    }
    tell('removing the test data; interrupt again to stop at once');
    stop.abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const read = await readPassword(process.stdin, stop.signal);
  if ('problem' in read) {
    if (!stop.signal.aborted) tell(read.problem);
    return stop.signal.aborted ? 130 : 2;
  }
  // npm runs this in the root of the repository; resolve the file against the folder of the shell.
  const typedIn = process.env['INIT_CWD'] ?? process.cwd();
  const files = command.jsonFile === undefined ? {} : { jsonFile: resolve(typedIn, command.jsonFile) };
  return runContractCommand({ ...command, ...files }, read.password, {
    tell,
    print: (text) => void process.stdout.write(text),
    stop: stop.signal,
  });
}

process.exitCode = await main();
process.stdin.destroy();
