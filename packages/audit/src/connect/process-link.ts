import { existsSync } from 'node:fs';
import { err, ok, type Result } from '@toolmark/annotations';
import { type CommandTarget, type ProcessExit, type ServerProcess, startServer, toPrintable } from '@toolmark/reach';
import { settled } from './deadline.ts';
import type { Fault } from './failure.ts';
import { oversizeFault } from './faults.ts';
import { DRAIN_MS, type InspectLimits } from './limits.ts';
import type { Link } from './link.ts';
import { StreamTransport } from './stream-transport.ts';

/** Starts a server and speaks to it over its stdin and stdout. */
export async function openProcessLink(target: CommandTarget, limits: InspectLimits): Promise<Result<Link, Fault>> {
  const started = await startServer(target);
  if (!started.ok) return err(spawnFault(target, started.error));
  const server = started.value;
  const transport = new StreamTransport(server.stdout, server.stdin, limits);
  // A grandchild can keep stdout open after the server has died, and the end would never be seen.
  const drained = server.exited.then(() => settled(server.closed, DRAIN_MS));
  void drained.then(() => transport.end());
  return ok({
    transport,
    kind: 'stdio',
    isPipe: true,
    isFatal: () => false,
    diagnose: async () => {
      if (transport.state === 'overflowed') return oversizeFault(limits);
      if (transport.state !== 'ended') return undefined;
      // The pipe closes a moment before the exit status is known, and stderr may close after both.
      await settled(drained, DRAIN_MS);
      return endFault(target, server);
    },
    problems: () => transport.problems(),
    stderrTail: server.stderrTail,
    close: async (patienceMs) => {
      await transport.close();
      await server.stop(patienceMs);
    },
  });
}

function endFault(target: CommandTarget, server: ServerProcess): Fault {
  const exit = server.exit();
  if (exit?.error !== undefined) return spawnFault(target, exit.error);
  const isSilent = server.stderrTail().length === 0;
  const hint = isSilent ? 'run the command by itself to see why' : 'its last lines on stderr should say why';
  return { code: 'exited', message: `The server ${describeExit(exit)} before it had listed its tools; ${hint}.` };
}

function describeExit(exit: ProcessExit | undefined): string {
  if (exit === undefined) return 'closed its stdout';
  return exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
}

// Name only the command and omit Node's message: arguments often contain credentials.
function spawnFault(target: CommandTarget, error: unknown): Fault {
  const command = toPrintable(target.command);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Node reports a missing working directory as a missing command.
  if (code === 'ENOENT' && target.cwd !== undefined && !existsSync(target.cwd)) {
    const cwd = toPrintable(target.cwd);
    return { code: 'spawn-failed', message: `Could not start '${command}': the directory '${cwd}' does not exist.` };
  }
  if (code === 'ENOENT' && /\s/.test(target.command)) {
    return {
      code: 'spawn-failed',
      message: `Could not start '${command}': there is no such command; put its arguments into args.`,
    };
  }
  const advice = SPAWN_ADVICE[code] ?? `it failed with ${code || 'an error'}; check the command and its arguments.`;
  return { code: 'spawn-failed', message: `Could not start '${command}': ${advice}` };
}

const SPAWN_ADVICE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such command; check the spelling and that it is installed.',
  EACCES: 'it is not executable; check its permissions.',
};
