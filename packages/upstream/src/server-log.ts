import { isJsonObject } from '@toolmark/annotations';
import type { RpcNotification } from '@toolmark/base';

/** One line of a server's log. */
export interface LogLine {
  /** Increases by one with each line of the server. */
  readonly seq: number;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Where it comes from: the server's stderr, a log message of the protocol, or the gateway about the connection. */
  readonly source: 'stderr' | 'message' | 'gateway';
  readonly level: LogLevel;
  readonly text: string;
}

type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** The last lines of a server's log, in bounded memory. */
export interface ServerLog {
  readonly add: (source: LogLine['source'], level: LogLevel, text: string) => void;
  /** A line that the server printed; its level is guessed from its words. */
  readonly addPrinted: (line: string) => void;
  /** Adds a `notifications/message`, and ignores every other notification. */
  readonly addNotification: (notification: RpcNotification) => void;
  /** The lines after this one, oldest first. */
  readonly linesAfter: (seq: number) => readonly LogLine[];
}

interface ServerLogDeps {
  readonly now: () => number;
  /** Removes the secrets of the config. */
  readonly redact: (text: string) => string;
}

/** Lines of a server that are kept; about 200 kB for the longest ones. */
export const MAX_LOG_LINES = 1_000;
const MAX_LINE = 2_000;

export function createServerLog({ now, redact }: ServerLogDeps): ServerLog {
  let lines: LogLine[] = [];
  let next = 1;

  const add: ServerLog['add'] = (source, level, text) => {
    const shown = redact(text.slice(0, MAX_LINE)).trimEnd();
    if (shown === '') return;
    lines.push({ seq: next++, at: now(), source, level, text: shown });
    // Cut in larger steps, because moving all lines for each new one would be slow.
    if (lines.length >= MAX_LOG_LINES * 1.2) lines = lines.slice(-MAX_LOG_LINES);
  };
  return {
    add,
    addPrinted: (line) => add('stderr', levelOf(line), line),
    addNotification: ({ method, params }) => {
      if (method !== 'notifications/message' || !isJsonObject(params)) return;
      const { level, logger, data } = params;
      const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
      add('message', LEVELS[String(level)] ?? 'info', typeof logger === 'string' ? `${logger}: ${text}` : text);
    },
    linesAfter: (seq) => {
      const kept = lines.slice(-MAX_LOG_LINES);
      const first = kept[0]?.seq ?? next;
      return kept.slice(Math.max(0, seq + 1 - first));
    },
  };
}

/** The levels of the protocol, as four. */
const LEVELS: Readonly<Record<string, LogLevel>> = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warning',
  error: 'error',
  critical: 'error',
  alert: 'error',
  emergency: 'error',
};

/**
 * The level that a printed line names near its beginning.
 *
 * @example
 * levelOf('2026-11-16 08:00:00 WARN low on memory') // 'warning'
 */
function levelOf(line: string): LogLevel {
  const start = line.slice(0, 120);
  if (/\b(?:error|fatal|panic|critical|exception|traceback)\b/i.test(start)) return 'error';
  if (/\bwarn(?:ing)?\b/i.test(start)) return 'warning';
  return /\b(?:debug|trace)\b/i.test(start) ? 'debug' : 'info';
}
