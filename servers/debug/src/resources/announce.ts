import { cutText } from '../engine/cut-text.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineEvent, Hit, LoggerName, LogLevel } from '../engine/events.ts';
import { LIMITS } from '../engine/limits.ts';
import { toPlace } from '../tools/views/locations.ts';
import { BREAKPOINTS_URI, SESSION_URI, THREADS_URI } from './uris.ts';

/** The destination of notifications. None of its methods may throw. */
export interface Announcer {
  readonly resourceUpdated: (uri: string) => void;
  readonly resourcesChanged: () => void;
  readonly breakpointHit?: (params: Record<string, unknown>, onDropped: (() => void) | undefined) => void;
  readonly log?: (level: LogLevel, logger: LoggerName, message: string) => void;
}

/** The debounce delay, so that a loop full of breakpoints does not flood clients. */
const QUIET_MS = 300;

/** Sends the engine's events to an announcer, until the returned function is called. */
export function announce(engine: Engine, announcer: Announcer): () => void {
  const timers = new Map<string, NodeJS.Timeout>();
  const scheduleUpdate = (uri: string) => {
    if (timers.has(uri)) return;
    const timer = setTimeout(() => {
      timers.delete(uri);
      announcer.resourceUpdated(uri);
    }, QUIET_MS);
    timers.set(uri, timer.unref());
  };
  const stop = engine.onEvent((event: EngineEvent) => {
    switch (event.kind) {
      case 'state':
        scheduleUpdate(SESSION_URI);
        scheduleUpdate(THREADS_URI);
        break;
      case 'breakpoints':
        scheduleUpdate(BREAKPOINTS_URI);
        break;
      case 'session-started':
      case 'session-ended':
        announcer.resourcesChanged();
        break;
      case 'hit':
        announcer.breakpointHit?.(toParams(event.hit), event.hit.onDropped);
        announcer.log?.('info', 'breakpoints', describeHit(event.hit));
        break;
      case 'log':
        announcer.log?.(event.level, event.logger, event.message);
    }
  });
  return () => {
    stop();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}

function toParams({
  breakpointId,
  type,
  location,
  threadId,
  timestamp,
  hitCount,
  logMessage,
  exception,
}: Hit): Record<string, unknown> {
  return {
    breakpointId,
    type,
    location: location === undefined ? null : toPlace(location),
    threadId,
    timestamp,
    hitCount,
    logMessage,
    exceptionInfo:
      exception === undefined
        ? null
        : {
            type: exception.type,
            message: cutText(exception.message, LIMITS.message),
            isFirstChance: exception.isFirstChance,
          },
  };
}

/** One sentence, for the many clients that drop unknown notifications. */
export function describeHit({ type, location, logMessage, exception, breakpointId, hitCount }: Hit): string {
  const where = location === undefined ? '' : ` at ${location.file}:${location.line}`;
  if (type === 'tracepoint') return `${breakpointId}${where}: ${logMessage}`;
  if (exception !== undefined)
    return `Stopped${where} by ${exception.type}: ${cutText(exception.message, LIMITS.message)}`;
  return breakpointId === null ? `Stopped${where}.` : `${breakpointId} was hit${where}, hit ${hitCount}.`;
}
