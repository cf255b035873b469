import type { Backend, LaunchSpec, Outcome, ProcessFacts } from '../backend/backend.ts';
import { err, ok } from '../result.ts';
import { type Core, describeEnd, log } from './core.ts';
import { endSession } from './end-session.ts';
import { alreadyAttached, toThrownFailure } from './failures.ts';
import { listenTo } from './handle-events.ts';
import { LIMITS } from './limits.ts';
import { createRingBuffer } from './ring-buffer.ts';
import type { LaunchMode, Session } from './session.ts';
import { within } from './within.ts';

export interface LaunchOrder extends LaunchSpec {
  readonly backend: Backend;
  readonly stopAtEntry: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface AttachOrder {
  readonly backend: Backend;
  readonly pid: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Launches a program under the debugger, with every breakpoint set before its first line runs. */
export async function launch(core: Core, order: LaunchOrder): Promise<Outcome<Session>> {
  const { backend, args, cwd, stopAtEntry, timeoutMs } = order;
  const session = createSession(core, { backend, mode: 'launch', args, cwd, holdsAtEntry: stopAtEntry });
  const deadline = AbortSignal.any([order.signal, AbortSignal.timeout(timeoutMs)]);
  return begin(core, session, { deadline, timeoutMs }, async () => {
    const facts = await backend.launch(order, deadline);
    if (!facts.ok) return facts;
    const entered = await core.watch.until(
      () => (session.hasEntered || session.stops.length > 0 || session.phase === 'ended' ? true : undefined),
      { milliseconds: timeoutMs, signal: deadline },
    );
    if (entered !== true) return tooSlow('launch', timeoutMs);
    if (session.phase !== 'ended' && session.stops.length === 0) {
      session.resumeCount += 1;
      const resumed = await backend.resume();
      if (!resumed.ok) return resumed;
    }
    return facts;
  });
}

/** Attaches to a process without stopping it. */
export async function attach(core: Core, order: AttachOrder): Promise<Outcome<Session>> {
  const { backend, pid, timeoutMs } = order;
  const session = createSession(core, {
    backend,
    mode: 'attach',
    args: undefined,
    cwd: undefined,
    holdsAtEntry: false,
  });
  const deadline = AbortSignal.any([order.signal, AbortSignal.timeout(timeoutMs)]);
  return begin(core, session, { deadline, timeoutMs }, () => backend.attach(pid, deadline));
}

export interface Disconnected {
  readonly previous: Session | undefined;
  readonly wasTerminated: boolean;
  readonly isLate: boolean;
}

/**
 * Detaches from the program, or ends a launched one. Bypasses the command queue, because it must work when a command
 * hangs.
 */
export async function disconnect(core: Core, terminate: boolean): Promise<Disconnected> {
  const session = core.current;
  if (session === undefined) return { previous: undefined, wasTerminated: false, isLate: false };
  // A program that is still starting is always ended.
  const terminates = session.mode === 'launch' && (terminate || session.phase === 'starting');
  const end = { how: 'disconnected', exitCode: null, signal: null, message: undefined } as const;
  const started = performance.now();
  endSession(core, session, end, terminates);
  await core.cleanup;
  return { previous: session, wasTerminated: terminates, isLate: performance.now() - started >= LIMITS.detachMs };
}

interface NewSession {
  readonly backend: Backend;
  readonly mode: LaunchMode;
  readonly args: readonly string[] | undefined;
  readonly cwd: string | undefined;
  readonly holdsAtEntry: boolean;
}

function createSession(core: Core, parts: NewSession): Session {
  return {
    ...parts,
    output: { stdout: createRingBuffer(LIMITS.output), stderr: createRingBuffer(LIMITS.output) },
    phase: 'starting',
    facts: undefined,
    attachedAt: core.now(),
    stops: [],
    active: undefined,
    epoch: 0,
    undecided: 0,
    resumeCount: 0,
    stopCount: 0,
    hasEntered: false,
    awaited: undefined,
    exceptions: new Map(),
    ended: undefined,
  };
}

async function begin(
  core: Core,
  session: Session,
  { deadline, timeoutMs }: { readonly deadline: AbortSignal; readonly timeoutMs: number },
  start: () => Promise<Outcome<ProcessFacts>>,
): Promise<Outcome<Session>> {
  if (core.current !== undefined) return alreadyAttached(core.current);
  core.current = session;
  await core.cleanup;
  listenTo(core, session);
  const begin = async () => {
    const synced = deadline.aborted ? tooSlow(session.mode, 0) : await core.breakpoints.syncAll(session.backend);
    return synced.ok ? start() : synced;
  };
  // The debugger keeps the deadline itself; if it does not, stop waiting.
  const facts = await within(timeoutMs + LIMITS.graceMs, begin(), () => tooSlow(session.mode, timeoutMs)).catch(
    session.mode === 'launch'
      ? toThrownFailure('LAUNCH_FAILED', 'The program could not be started')
      : toThrownFailure('ATTACH_FAILED', 'The process could not be attached to'),
  );
  if (facts.ok && !isOver(session)) {
    session.facts = facts.value;
    session.phase = 'live';
    session.attachedAt = core.now();
    const verb = session.mode === 'launch' ? 'Launched' : 'Attached to';
    log(core, 'info', `${verb} ${facts.value.name} (process ${facts.value.pid}, ${facts.value.runtimeVersion}).`);
    core.emit({ kind: 'session-started' });
    core.emit({ kind: 'state' });
    core.emit({ kind: 'breakpoints' });
    return ok(session);
  }
  if (facts.ok) return diedEarly(session, facts.value, core);
  // End the program after a failure, so that the next attempt finds nothing left.
  const end = { how: 'disconnected', exitCode: null, signal: null, message: undefined } as const;
  endSession(core, session, end, session.mode === 'launch');
  await core.cleanup;
  return facts;
}

/** A function, because the state changes during an await. */
const isOver = (session: Session): boolean => session.phase === 'ended';

/** A short program may end before the launch completes. Its exit status can still be read. */
function diedEarly(session: Session, facts: ProcessFacts, core: Core): Outcome<Session> {
  const { ended } = session;
  session.facts = facts;
  if (ended?.how === 'exited' && !session.holdsAtEntry) {
    core.emit({ kind: 'state' });
    return ok(session);
  }
  const words = ended?.stderrTail() ?? '';
  const how =
    ended?.how === 'exited' ? `ended ${describeEnd(ended)}` : `was lost (${ended?.message ?? 'disconnected'})`;
  const code = session.mode === 'launch' ? 'LAUNCH_FAILED' : 'ATTACH_FAILED';
  return err({
    code,
    message: `The program ${how} before it could be debugged.${words === '' ? '' : ` Its last words: ${words}`}`,
    details: { exitCode: ended?.exitCode ?? null, signal: ended?.signal ?? null },
  });
}

function tooSlow(mode: LaunchMode, timeoutMs: number): Outcome<never> {
  const what = mode === 'launch' ? 'The launch' : 'Attaching';
  return err({
    code: 'TIMEOUT',
    message: `${what} took longer than ${timeoutMs} ms and was undone. Give a larger timeout.`,
    details: { timeout: timeoutMs },
  });
}
