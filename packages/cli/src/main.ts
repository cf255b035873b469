import { readFileSync } from 'node:fs';
import { toMessage } from '@toolmark/annotations';
import { run } from './run.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// `toolmark audit … | head` closes the pipe early; that is no error. A gateway whose log nobody reads goes on without it.
const isGateway = process.argv[2] === 'serve' || process.argv[2] === 'stdio';
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (!isGateway) process.exit(0);
  });
}

/** How long output gets to leave after the last command has returned. */
const LINGER_MS = 500;

// The first Ctrl-C lets the audit end its child; the second does not wait.
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
  // A bug of ours must not look like findings of a server, nor like a wall of text.
  process.stderr.write(`toolmark failed unexpectedly: ${toMessage(error)}\n`);
  if (process.env['TOOLMARK_DEBUG'] && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  else process.stderr.write('Please report this; TOOLMARK_DEBUG=1 shows where it happened.\n');
  process.exitCode = 2;
}
// Everything is closed by now. What still holds the process does not hold it for long; `demo-server` goes on by itself.
if (interrupt.signal.aborted || process.exitCode !== 0) setTimeout(() => process.exit(), LINGER_MS).unref();

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
