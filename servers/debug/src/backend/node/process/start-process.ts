import type { ChildProcess } from 'node:child_process';
import { ok } from '../../../result.ts';
import type { BackendEvent, LaunchSpec, Outcome } from '../../backend.ts';
import { type Exit, whenEnded, whenSpawned } from '../../process/child.ts';
import { killGroup, spawnGroup } from '../../process/group.ts';
import { guardGroup } from '../../process/guard.ts';
import { raceDeadline } from '../../race-deadline.ts';
import { fail } from '../inspect/handles.ts';
import type { NodeCommand } from './choose-node.ts';
import { createStderrFilter } from './stderr-filter.ts';

/** A program that we started, with its pipes. */
export interface StartedProcess {
  readonly pid: number;
  readonly child: ChildProcess;
  readonly url: string;
  /** Resolves when it has exited and all its output was delivered. */
  readonly exited: Promise<Exit>;
  /** The end of its stderr. */
  readonly stderrTail: () => string;
}

const STDERR_TAIL = 2_000;
/** The time for killed processes to disappear. */
export const END_MS = 5_000;
/** The inspector writes each line in one chunk; after this delay, a partial match is the program's own output. */
const HOLD_MS = 50;

/** Starts Node with its inspector on a free local port, stopped before its first line. */
export async function startProcess(
  spec: LaunchSpec,
  command: NodeCommand,
  parts: { readonly emit: (event: BackendEvent) => void; readonly deadline: AbortSignal },
): Promise<Outcome<StartedProcess>> {
  const { emit, deadline } = parts;
  const child = spawnGroup({
    command: command.node,
    args: ['--inspect-brk=127.0.0.1:0', ...(spec.runtimeArgs ?? []), ...command.args],
    cwd: spec.cwd,
    env: { ...process.env, ...spec.env },
  });
  guardGroup(child);
  const found = Promise.withResolvers<string | undefined>();
  const filter = createStderrFilter();
  let stderrEnd = '';
  let timer: NodeJS.Timeout | undefined;
  const tell = (data: Buffer): void => {
    if (data.length === 0) return;
    stderrEnd = (stderrEnd + data.toString()).slice(-STDERR_TAIL);
    emit({ kind: 'output', stream: 'stderr', data });
  };
  child.stdout?.on('data', (data: Buffer) => emit({ kind: 'output', stream: 'stdout', data }));
  child.stderr?.on('data', (data: Buffer) => {
    clearTimeout(timer);
    tell(filter.push(data));
    const url = filter.url();
    if (url === undefined) return;
    found.resolve(url);
    timer = setTimeout(() => tell(filter.flush()), HOLD_MS).unref();
  });
  const exited = whenEnded(child).then((exit) => {
    clearTimeout(timer);
    tell(filter.flush());
    found.resolve(undefined);
    return exit;
  });
  const problem = await whenSpawned(child);
  const { pid } = child;
  if (problem !== undefined || pid === undefined) {
    return fail('LAUNCH_FAILED', `${command.node} could not be started: ${problem ?? 'it has no process'}.`);
  }
  const late = () => found.resolve(undefined);
  deadline.addEventListener('abort', late, { once: true });
  if (deadline.aborted) late();
  const url = await found.promise;
  deadline.removeEventListener('abort', late);
  if (url !== undefined) return ok({ pid, child, url, exited, stderrTail: () => stderrEnd.trim() });
  killGroup(pid);
  const exit = await raceDeadline(exited, AbortSignal.timeout(END_MS));
  if (deadline.aborted || exit === 'late')
    return fail('TIMEOUT', 'Node did not open its inspector in time. Give a larger timeout.');
  const end = exit.signal === null ? `with code ${exit.code}` : `by ${exit.signal}`;
  return fail('LAUNCH_FAILED', `Node ended ${end} before it could be debugged. ${stderrEnd.trim()}`.trim());
}
