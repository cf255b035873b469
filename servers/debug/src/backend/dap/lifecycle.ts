import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { err, ok } from '../../result.ts';
import type { Outcome, ProcessFacts } from '../backend.ts';
import { abandonChild } from '../process/child.ts';
import { killGroup, killTree } from '../process/group.ts';
import { isRunning, whenGone } from '../process/state.ts';
import { raceDeadline } from '../race-deadline.ts';
import { onBreakpointChanged, setAll } from './breakpoints.ts';
import { DETACH_MS, GONE_MS } from './deadlines.ts';
import { watchDebuggee } from './debuggee-output.ts';
import type { DapTarget, Start, TargetHooks } from './profile.ts';
import type { Session } from './session.ts';
import { onHelperEvent, onStopped, reportEntry } from './stops.ts';

const WATCH_EVERY_MS = 250;

export const startDebuggee = async (
  session: Session,
  start: Start,
  deadline: AbortSignal,
): Promise<Outcome<ProcessFacts>> => {
  if (session.phase !== 'idle')
    return err({ code: 'ALREADY_ATTACHED', message: 'This debugger has a program already.' });
  session.phase = 'starting';
  const opened = await session.profile.open(start, hooksOf(session, start), deadline);
  if (!opened.ok) return fail(session, opened);
  const target = opened.value;
  session.target = target;
  const started = await raceDeadline(begin(session, target, start, deadline), deadline);
  if (started === 'late' || !started.ok) {
    session.target = undefined;
    await release(session, target, start.kind === 'launch');
    return fail(session, started === 'late' ? err(tooLate) : started);
  }
  target.adapter.once('exit', () => handleLostDebugger(session, 'The debug adapter ended.'));
  if (start.kind === 'attach') watchForeign(session, target);
  return ok(target.facts);
};

const begin = async (
  session: Session,
  target: DapTarget,
  start: Start,
  deadline: AbortSignal,
): Promise<Outcome<void>> => {
  const set = await setAll(session);
  if (!set.ok) return set;
  const exceptions = await session.profile.setExceptions(target, session.exceptions);
  if (!exceptions.ok) return exceptions;
  const started = await session.profile.begin(target, start, deadline);
  if (!started.ok) return started;
  // The launch was aborted meanwhile, so its result must not be used.
  if (session.target !== target) return ok(undefined);
  if (started.value === undefined) session.phase = 'running';
  else await reportEntry(session, target, started.value.thread);
  return ok(undefined);
};

const tooLate = { code: 'TIMEOUT', message: 'The program was not under the debugger in time.' } as const;

const fail = (session: Session, problem: Outcome<never>): Outcome<never> => {
  session.phase = 'over';
  session.target = undefined;
  return problem;
};

const hooksOf = (session: Session, start: Start): TargetHooks => ({
  onHelper: (event) => onHelperEvent(session, event),
  onDebuggee: (child) => watchLaunched(session, child),
  onLost: (why) => handleLostDebugger(session, why),
  onEvent: (event) => {
    const { target } = session;
    if (event.event === 'stopped') onStopped(session, (event as DebugProtocol.StoppedEvent).body);
    else if (event.event === 'breakpoint' && target !== undefined && session.profile.kind === 'native') {
      const { id } = (event as DebugProtocol.BreakpointEvent).body.breakpoint;
      if (id !== undefined) void onBreakpointChanged(session, target, id);
    } else if (event.event === 'exited' && start.kind === 'attach') {
      end(session, (event as DebugProtocol.ExitedEvent).body.exitCode, null);
    } else if (event.event === 'terminated' && start.kind === 'attach') end(session, null, null);
  },
});

/** For a launched program, watch its pipes and exit directly rather than through the adapter. */
const watchLaunched = (session: Session, child: ChildProcess): void =>
  watchDebuggee(child, (event) => {
    if (event.kind !== 'exited') session.emit(event);
    else end(session, event.code, event.signal);
  });

/** An attached process is not our child, so poll for its exit. */
const watchForeign = (session: Session, target: DapTarget): void => {
  const timer = setInterval(() => {
    if (session.phase === 'over') return clearInterval(timer);
    if (!isRunning(target.facts.pid)) end(session, null, null);
  }, WATCH_EVERY_MS);
  timer.unref();
};

/** The program has exited; end its debugger, which would wait for ever. */
const end = (session: Session, code: number | null, signal: string | null): void => {
  const { target, phase } = session;
  if (phase === 'over') return;
  session.phase = 'over';
  if (phase !== 'starting') session.emit({ kind: 'exited', code, signal });
  if (target !== undefined) void closeTarget(target);
};

const closeTarget = (target: DapTarget): Promise<void> => {
  for (const settle of target.evaluations.values()) {
    settle({ error: { code: 'QUERY_FAILED', message: 'The program has ended.' } });
  }
  return target.close('The program has ended.');
};

/** Without its debugger a launched program cannot be controlled, so end it. An attached one keeps running. */
const handleLostDebugger = (session: Session, why: string): void => {
  const { target, phase } = session;
  if (phase === 'over' || phase === 'starting' || target === undefined) return;
  if (target.debuggee !== undefined && (target.debuggee.exitCode ?? target.debuggee.signalCode) !== null) return;
  if (target.debuggee === undefined && !isRunning(target.facts.pid)) {
    end(session, null, null);
    return;
  }
  session.phase = 'over';
  session.emit({ kind: 'lost', message: `${why} The program is no longer under control.` });
  killGroup(target.debuggee?.pid);
  void closeTarget(target);
};

/** Detaches from the program or ends it, within ten seconds, and ends every debugger process. */
export const endDebuggee = async (session: Session, terminate: boolean): Promise<void> => {
  const { target, phase } = session;
  session.phase = 'over';
  session.target = undefined;
  if (target === undefined) return;
  if (phase !== 'over') return release(session, target, terminate);
  // The program has exited, but its child processes may still run.
  if (terminate) killGroup(target.debuggee?.pid);
  await closeTarget(target);
};

const release = async (session: Session, target: DapTarget, terminate: boolean): Promise<void> => {
  if (terminate) return terminateDebuggee(target);
  if (!target.client.isClosed()) await raceDeadline(detachTarget(session, target), AbortSignal.timeout(DETACH_MS));
  if (target.debuggee !== undefined) abandonChild(target.debuggee);
  await closeTarget(target);
};

const terminateDebuggee = async (target: DapTarget): Promise<void> => {
  const { debuggee, facts } = target;
  if (debuggee === undefined) killTree(facts.pid);
  else killGroup(debuggee.pid);
  // Wait for the exit, because the caller may check it next.
  const gone = debuggee === undefined ? whenGone(facts.pid, GONE_MS) : whenReaped(debuggee);
  await Promise.all([closeTarget(target), raceDeadline(gone, AbortSignal.timeout(GONE_MS))]);
};

/** After reaping, the process id is free for reuse. */
const whenReaped = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

/** Remove breakpoints first: left behind, they would stop a program without a debugger. */
const detachTarget = async (session: Session, target: DapTarget): Promise<void> => {
  for (const [file, wanted] of session.wanted) {
    if (wanted.length > 0) await session.profile.setBreakpoints(target, file, []);
  }
  await session.profile.beforeDetach(target);
  await target.client.request('disconnect', { restart: false, terminateDebuggee: false }, DETACH_MS);
};
