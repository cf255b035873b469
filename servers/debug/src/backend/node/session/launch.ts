import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { ok } from '../../../result.ts';
import type { LaunchSpec, Outcome } from '../../backend.ts';
import { killGroup } from '../../process/group.ts';
import { raceDeadline } from '../../race-deadline.ts';
import { connect } from '../cdp/connect.ts';
import type { Debuggee, JsThread } from '../debuggee.ts';
import { fail } from '../inspect/handles.ts';
import { chooseNode } from '../process/choose-node.ts';
import { END_MS, type StartedProcess, startProcess } from '../process/start-process.ts';
import { MAIN_THREAD } from '../thread/create-thread.ts';
import { prepareThread } from '../thread/prepare.ts';
import { followWorkers } from '../thread/workers.ts';
import { type BackendState, createDebuggee } from './create-debuggee.ts';
import { followEnd } from './follow-end.ts';
import type { Target } from './target.ts';

/** Starts a program stopped at its first line, with every breakpoint set. Leaves no process on failure. */
export async function launchNode(
  standing: BackendState,
  spec: LaunchSpec,
  deadline: AbortSignal,
  /** Called before the program runs: a stop before its first line has to be looked at. */
  onTarget: (target: Target | undefined) => void,
): Promise<Outcome<Target>> {
  const command = chooseNode(spec);
  if (!command.ok) return command;
  const started = await startProcess(spec, command.value, { emit: standing.emit, deadline });
  if (!started.ok) return started;
  const taking = take(standing, started.value, {
    program: realpath(command.value.program),
    node: realpath(command.value.node),
    deadline,
    onTarget,
  });
  const target = await raceDeadline(taking, deadline);
  if (target !== 'late' && target.ok) return target;
  onTarget(undefined);
  killGroup(started.value.pid);
  await raceDeadline(started.value.exited, AbortSignal.timeout(END_MS));
  return target === 'late' ? tooLate() : target;
}

async function take(
  standing: BackendState,
  started: StartedProcess,
  parts: {
    readonly program: string;
    readonly node: string;
    readonly deadline: AbortSignal;
    readonly onTarget: (target: Target) => void;
  },
): Promise<Outcome<Target>> {
  const { program, node, deadline, onTarget } = parts;
  const connected = await connect(started.url, deadline);
  if (!connected.ok) return fail('LAUNCH_FAILED', `Node's inspector could not be reached: ${connected.error}`);
  const connection = connected.value;
  const version = await connection.send('Runtime.evaluate', { expression: 'process.version', silent: true });
  const text = version.ok ? String(version.value.result.value) : 'unknown';
  const facts = { pid: started.pid, name: basename(program), executable: node, runtimeVersion: `Node.js ${text}` };
  const debuggee = createDebuggee(standing, { connection, facts, program, isLaunched: true });
  followWorkers(debuggee, connection);
  const target: Target = { debuggee, connection, started, isInspectorOurs: true, hasEnded: false };
  // When it ends, the program waits for us to disconnect.
  followEnd(target);
  const main = debuggee.threads.get(MAIN_THREAD);
  if (main === undefined) return fail('LAUNCH_FAILED', 'The program has no main thread.');
  const entered = whenEntered(main, started, deadline);
  const problem = await prepareThread(debuggee, main);
  if (problem !== undefined) return fail('LAUNCH_FAILED', `Node's inspector failed: ${problem.message}`);
  onTarget(target);
  await connection.send('Runtime.runIfWaitingForDebugger', {});
  const how = await entered;
  if (how === 'late') {
    connection.close();
    return tooLate();
  }
  if (how === 'entered') await hideInspector(debuggee);
  else if (how.code !== 0) return diedEarly(started, how);
  return ok(target);
}

const tooLate = (): Outcome<never> =>
  fail('TIMEOUT', 'The program did not come to its first line in time. Give a larger timeout.');

type Entered = 'entered' | 'late' | { readonly code: number | null; readonly signal: string | null };

function whenEntered(main: JsThread, started: StartedProcess, deadline: AbortSignal): Promise<Entered> {
  const late = Promise.withResolvers<'late'>();
  const isLate = () => late.resolve('late');
  deadline.addEventListener('abort', isLate, { once: true });
  if (deadline.aborted) isLate();
  const entered = main.entered.promise.then(() => 'entered' as const);
  return Promise.race([entered, late.promise, started.exited]).finally(() =>
    deadline.removeEventListener('abort', isLate),
  );
}

/** Removes the inspector option, which forked children would inherit; they would wait for a debugger for ever. */
async function hideInspector({ main }: Debuggee): Promise<void> {
  await main.send('Runtime.evaluate', {
    expression: `process.execArgv = process.execArgv.filter((each) => !each.startsWith('--inspect-brk='))`,
    silent: true,
  });
}

function diedEarly(started: StartedProcess, exit: { readonly code: number | null; readonly signal: string | null }) {
  const end = exit.signal === null ? `with code ${exit.code}` : `by ${exit.signal}`;
  const words = started.stderrTail();
  return fail('LAUNCH_FAILED', `The program ended ${end} before its first line.${words === '' ? '' : ` ${words}`}`, {
    exitCode: exit.code,
    signal: exit.signal,
  });
}

function realpath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
