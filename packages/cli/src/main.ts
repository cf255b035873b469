import { readFileSync } from 'node:fs';
import { toMessage } from '@toolmark/annotations';
import { run } from './run.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// `toolmark audit … | head` closes the pipe early, which is no error. A gateway keeps running if nobody reads its log.
const isGateway = process.argv[2] === 'serve' || process.argv[2] === 'stdio';
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (!isGateway) process.exit(0);
  });
}

/** How long pending output may take after the command has returned. */
const FLUSH_TIMEOUT_MS = 500;

// The first Ctrl-C lets the audit end its child; the second exits at once.
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (interrupt.signal.aborted) process.exit(130);
    interrupt.abort();
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  // A bug of ours must look neither like findings of a server nor like a stack trace.
  process.stderr.write(`toolmark failed unexpectedly: ${toMessage(error)}\n`);
  if (process.env['TOOLMARK_DEBUG'] && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  else process.stderr.write('Please report this; TOOLMARK_DEBUG=1 shows where it happened.\n');
  process.exitCode = 2;
}
// Everything should be closed by now, so exit even if something keeps the process alive; `demo-server` continues.
if (interrupt.signal.aborted || process.exitCode !== 0) setTimeout(() => process.exit(), FLUSH_TIMEOUT_MS).unref();

function main(): Promise<number> {
  return run(process.argv.slice(2), {
    version,
    cwd: process.cwd(),
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: interrupt.signal,
    now: () => new Date(),
    self: { command: process.execPath, args: [...process.execArgv, process.argv[1] ?? ''] },
    streams: { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
  });
}
