import { cutTo, padTo, safeText, widest } from '@toolmark/audit';
import type { Screen } from '../gateway-client-command.ts';
import { plural, toClock, toElapsed } from '../text/amounts.ts';
import type { CallEvent } from './call-event.ts';
import { INTERRUPTED } from './list-text.ts';
import { CLASS_MARKS, clientOf, STATUS_MARKS, statusOf, toolOf } from './marks.ts';

const STATUS_WIDTH = '! interrupted'.length;
const TIME_WIDTH = '999 ms'.length;
const HEAD_WIDTH = '12:00:00'.length + STATUS_WIDTH + TIME_WIDTH + 6;
/** Most names fit; a longer one shifts the rest of the line. */
const TOOL_WIDTH = 26;
/** On narrower lines the arguments are more useful than the client. */
const ROOM_FOR_CLIENT = 40;
/** A shorter text is useless. */
const MIN_TAIL = 8;
/** Further running calls are only counted. */
const MAX_RUNNING = 8;

/** A finished call in one line: time, status, duration, tool, and its arguments or error. */
export function renderFinished(news: CallEvent, screen: Screen): string {
  const { paint, columns } = screen;
  const took = news.duration_ms === null ? '–' : toElapsed(news.duration_ms);
  const style = news.class === null ? 'dim' : CLASS_MARKS[news.class].style;
  const head = [
    toClock(news.at),
    padTo(statusOf(news), STATUS_WIDTH),
    took.padStart(TIME_WIDTH),
    padTo(cutTo(toolOf(news), columns - HEAD_WIDTH), TOOL_WIDTH),
  ] as const;
  const room = columns - head.reduce((sum, cell) => sum + widest([cell]) + 2, 0);
  const tail = room < MIN_TAIL ? '' : tailOf(news, room);
  const [clock, status, time, tool] = head;
  return [
    paint('dim', clock),
    paint(STATUS_MARKS[news.status].style, status),
    time,
    // Trailing spaces would overflow a narrow terminal.
    ...(tail === '' ? [paint(style, tool.trimEnd())] : [paint(style, tool), paint('dim', cutTo(tail, room))]),
  ].join('  ');
}

/** Why it failed, or who made it with which arguments. */
function tailOf({ status, client_name: name, summary = '', error_message: error }: CallEvent, room: number): string {
  if (status === 'interrupted') return INTERRUPTED;
  if (error !== undefined) return safeText(error);
  const client = name === undefined || room < ROOM_FOR_CLIENT ? '' : `${clientOf(name)}  `;
  return `${client}${safeText(summary)}`.trimEnd();
}

/** The running calls, longest first. */
export function renderRunning(running: readonly CallEvent[], screen: Screen): readonly string[] {
  const { paint, columns, now } = screen;
  const lines = running.slice(0, MAX_RUNNING).map((news) => {
    // The other machine's clock may be ahead.
    const passed = now.getTime() - Date.parse(news.at);
    const since = passed < 1_000 ? '<1 s' : toElapsed(passed);
    return cutTo(
      `${' '.repeat(10)}${padTo(statusOf(news), STATUS_WIDTH)}  ${since.padStart(TIME_WIDTH)}  ${toolOf(news)}`,
      columns - 1,
    );
  });
  const more = running.length - lines.length;
  return [...lines, ...(more > 0 ? [`${' '.repeat(10)}and ${plural(more, 'more call')}`] : [])].map((line) =>
    paint('cyan', line),
  );
}
