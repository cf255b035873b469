import type { Outcome } from '../backend/backend.ts';
import { err, ok } from '../result.ts';
import type { Breakpoints } from './breakpoints.ts';
import type { EngineEvent, LogLevel } from './events.ts';
import { notPaused } from './failures.ts';
import type { SerialQueue } from './serial-queue.ts';
import { type Session, type SessionState, stateOf } from './session.ts';
import type { Stop } from './stop.ts';
import type { Watch } from './watch.ts';

/** The state shared by the parts of the engine. */
export interface Core {
  /** Starting or live. */
  current: Session | undefined;
  /** The previous session, whose output and exit status can still be read. */
  last: Session | undefined;
  /** Settles when the last session is cleaned up. */
  cleanup: Promise<void>;
  readonly breakpoints: Breakpoints;
  /** Serializes commands to the debugger. Stops are handled outside this queue. */
  readonly commands: SerialQueue;
  readonly watch: Watch;
  readonly emit: (event: EngineEvent) => void;
  readonly now: () => Date;
}

/** A stopped session, and its current stop. */
export interface Paused {
  readonly session: Session;
  readonly stop: Stop;
}

export function stateNow(core: Core): SessionState {
  return stateOf(core.current);
}

export function live(core: Core): Outcome<Session> {
  const session = core.current;
  return session?.phase === 'live' ? ok(session) : noSession(core);
}

export function paused(core: Core): Outcome<Paused> {
  const session = live(core);
  if (!session.ok) return session;
  const stop = session.value.active ?? session.value.stops[0];
  return stop === undefined ? notPaused() : ok({ session: session.value, stop });
}

export function noSession(core: Core): Outcome<never> {
  const ended = core.last?.ended;
  if (ended === undefined || ended.how === 'disconnected') {
    return err({ code: 'NO_SESSION', message: 'Nothing is being debugged. Call debug_launch or debug_attach first.' });
  }
  const { exitCode, signal } = ended;
  const how = ended.how === 'lost' ? `was lost (${ended.message})` : `ended ${describeEnd(ended)}`;
  return err({
    code: 'NO_SESSION',
    message: `The program ${how}. Call debug_launch to run it again; process_read_output still has its output.`,
    details: { exitCode, signal },
  });
}

export function describeEnd({ exitCode, signal }: { exitCode: number | null; signal: string | null }): string {
  if (signal !== null) return `by ${signal}`;
  return exitCode === null ? 'without telling its exit code' : `with exit code ${exitCode}`;
}

export function log(core: Core, level: LogLevel, message: string): void {
  core.emit({ kind: 'log', level, logger: 'session', message });
}
