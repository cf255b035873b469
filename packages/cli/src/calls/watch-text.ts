import type { ToolCall } from '@toolmark/api-contract';
import { cutTo, padTo, safeText, widest } from '@toolmark/audit';
import type { Screen } from '../gateway-client-command.ts';
import { plural, toClock, toElapsed } from '../text/amounts.ts';
import { troubleOf } from './list-text.ts';
import { CLASS_MARKS, clientOf, STATUS_MARKS, statusOf, toolOf } from './marks.ts';
import type { CallNews } from './news.ts';

const STATUS_WIDTH = '! interrupted'.length;
const TIME_WIDTH = '999 ms'.length;
const HEAD_WIDTH = '12:00:00'.length + STATUS_WIDTH + TIME_WIDTH + 6;
/** Most names fit; a longer one only moves what stands behind it. */
const TOOL_WIDTH = 26;
/** Below this the arguments alone say more. */
const ROOM_FOR_CLIENT = 40;
/** More running calls than this are only counted. */
const MAX_RUNNING = 8;

/** A finished call in one line: when it ended, how, how long it took, which tool, and what it was asked or why it failed. */
export function renderFinished(news: CallNews, call: ToolCall | undefined, screen: Screen): string {
  const { paint, columns } = screen;
  const took = news.duration_ms === null ? '–' : toElapsed(news.duration_ms);
  const style = news.class === null ? 'dim' : CLASS_MARKS[news.class].style;
  const head = [
    toClock(news.at),
    padTo(statusOf(news), STATUS_WIDTH),
    took.padStart(TIME_WIDTH),
    padTo(cutTo(toolOf(news), columns - HEAD_WIDTH), TOOL_WIDTH),
  ] as const;
  const trouble = call === undefined ? undefined : troubleOf(call);
  const room = columns - head.reduce((sum, cell) => sum + widest([cell]) + 2, 0);
  const client = call === undefined || room < ROOM_FOR_CLIENT ? '' : `${clientOf(call.client_name)}  `;
  const tail = call === undefined ? '' : safeText(trouble ?? `${client}${call.summary}`);
  const [clock, status, time, tool] = head;
  return [
    paint('dim', clock),
    paint(STATUS_MARKS[news.status].style, status),
    time,
    paint(style, tool),
    // Less than this says nothing.
    room < 8 ? '' : paint('dim', cutTo(tail, room)),
  ]
    .join('  ')
    .trimEnd();
}

/** The calls that run now, longest first. */
export function renderRunning(running: readonly CallNews[], screen: Screen): readonly string[] {
  const { paint, columns, now } = screen;
  const lines = running.slice(0, MAX_RUNNING).map((news) => {
    const since = toElapsed(Math.max(1_000, now.getTime() - Date.parse(news.at)));
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
