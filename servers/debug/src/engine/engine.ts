import type { Outcome, StepMode } from '../backend/backend.ts';
import { type Breakpoints, createBreakpoints } from './breakpoints.ts';
import { type Core, live, type Paused, stateNow } from './core.ts';
import type { EngineEvent } from './events.ts';
import { pause, resume, type Settled, step } from './execution.ts';
import { type QuestionLimit, whileLive, whilePaused } from './inspect.ts';
import { type AttachOrder, attach, type Disconnected, disconnect, type LaunchOrder, launch } from './lifecycle.ts';
import { createSerialQueue } from './serial-queue.ts';
import type { Session, SessionState } from './session.ts';
import { type Waited, type WaitOrder, wait } from './wait.ts';
import { createWatch } from './watch.ts';

/**
 * One debugging session at a time, on any debugger. Every call has a timeout, and failures are values.
 *
 * @example
 * const engine = createEngine();
 * await engine.launch({ backend, program: '/app/main.js', args: [], cwd: '/app', env: {}, stopAtEntry: true, timeoutMs: 30_000, signal });
 * await engine.resume(30_000);
 * await engine.wait({ timeoutMs: 30_000, breakpointId: undefined, signal });
 */
export interface Engine {
  readonly breakpoints: Breakpoints;
  readonly state: () => SessionState;
  /** The live session; `NO_SESSION` if there is none. */
  readonly live: () => Outcome<Session>;
  /** The session that is starting or live. */
  readonly current: () => Session | undefined;
  /** The previous session, with its output and exit status. */
  readonly last: () => Session | undefined;
  readonly launch: (order: LaunchOrder) => Promise<Outcome<Session>>;
  readonly attach: (order: AttachOrder) => Promise<Outcome<Session>>;
  readonly disconnect: (terminate: boolean) => Promise<Disconnected>;
  readonly resume: (timeoutMs: number) => Promise<Outcome<Session>>;
  readonly pause: (signal: AbortSignal) => Promise<Outcome<Settled>>;
  readonly step: (
    mode: StepMode,
    limit: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ) => Promise<Outcome<Settled>>;
  readonly wait: (order: WaitOrder) => Promise<Outcome<Waited>>;
  readonly whilePaused: <Value>(
    limit: QuestionLimit,
    ask: (at: Paused) => Promise<Outcome<Value>>,
  ) => Promise<Outcome<Value>>;
  readonly whileLive: <Value>(
    limit: QuestionLimit,
    ask: (session: Session) => Promise<Outcome<Value>>,
  ) => Promise<Outcome<Value>>;
  /** Queues work that changes breakpoints among the commands. */
  readonly inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly emit: (event: EngineEvent) => void;
  /** Returns a function that removes the listener. */
  readonly onEvent: (listener: (event: EngineEvent) => void) => () => void;
  /** Ends launched programs and detaches from others. */
  readonly close: () => Promise<void>;
}

export interface EngineOptions {
  readonly now?: () => Date;
}

export function createEngine({ now = () => new Date() }: EngineOptions = {}): Engine {
  const listeners = new Set<(event: EngineEvent) => void>();
  const emit = (event: EngineEvent) => {
    for (const listener of [...listeners]) listener(event);
  };
  const core: Core = {
    current: undefined,
    last: undefined,
    cleanup: Promise.resolve(),
    breakpoints: createBreakpoints(),
    commands: createSerialQueue(),
    watch: createWatch(),
    emit,
    now,
  };
  return {
    breakpoints: core.breakpoints,
    state: () => stateNow(core),
    live: () => live(core),
    current: () => core.current,
    last: () => core.last,
    launch: (order) => launch(core, order),
    attach: (order) => attach(core, order),
    disconnect: (terminate) => disconnect(core, terminate),
    resume: (timeoutMs) => resume(core, timeoutMs),
    pause: (signal) => pause(core, signal),
    step: (mode, limit) => step(core, mode, limit),
    wait: (order) => wait(core, order),
    whilePaused: (limit, ask) => whilePaused(core, limit, ask),
    whileLive: (limit, ask) => whileLive(core, limit, ask),
    inTurn: (work) => core.commands.run(work),
    emit,
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      await disconnect(core, true);
      await core.cleanup;
    },
  };
}
