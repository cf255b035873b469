import { ok, type Result } from '@toolmark/annotations';
import { type ToolCall, toolCallDetailSchema } from '@toolmark/api-contract';
import { type FollowedEvent, followEvents } from '../events/follow.ts';
import { createLive, type Live } from '../events/live.ts';
import { type GatewayClient, openGateway, type Refusal } from '../gateway-client.ts';
import { type AskOptions, screenOf } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { findSession } from '../sessions/find.ts';
import type { CallFilters } from './filters.ts';
import { listCalls } from './list.ts';
import { type CallNews, isDecided, isWanted, type LiveFilter, toCallNews } from './news.ts';
import { renderFinished, renderRunning } from './watch-text.ts';

export type WatchCallsOptions = AskOptions & CallFilters;

/** A line waits for what else is known of its call no longer than this. */
const DETAIL_PATIENCE_MS = 2_000;
/** So often the times of running calls are drawn anew. */
const TICK_MS = 1_000;
/** Those that run already when somebody begins to watch. */
const MOST_RUNNING = 100;

/** `toolmark calls watch`: one line per finished call, as it ends; on a terminal those that run stand below. */
export async function watchCalls(options: WatchCallsOptions, io: Io): Promise<ExitCode> {
  const filter = await toLiveFilter(options, io);
  if (!filter.ok) return refuse(filter.error, io);
  const live = createLive(io.stdout);
  const watch = createWatch(filter.value, options, io, live);
  const timer = setInterval(watch.draw, TICK_MS);
  timer.unref();
  const ended = await followEvents(options, io, {
    types: 'tool_calls',
    onOpen: watch.open,
    onEvent: watch.take,
    say: (sentence) => live.aside(() => io.stderr.write(`${sentence}\n`)),
  });
  clearInterval(timer);
  live.end();
  return ended.ok ? EXIT.interrupted : refuse(ended.error, io);
}

function createWatch(filter: LiveFilter, options: WatchCallsOptions, io: Io, live: Live) {
  const running = new Map<string, CallNews>();
  const isShown = io.stdout.isTTY === true && !options.json;
  const draw = (): void => {
    if (isShown) live.show(renderRunning([...running.values()], screenOf(options, io)));
  };
  return {
    draw,
    open: async (gateway: GatewayClient): Promise<void> => {
      if (!isShown) return;
      running.clear();
      const found = await listCalls(gateway, new URLSearchParams({ status: 'running' }), MOST_RUNNING);
      for (const call of found.ok ? found.value.list.tool_calls.toReversed() : []) {
        const news = { ...call, at: call.started_at, isOver: false };
        if (isWanted(news, filter)) running.set(call.id, news);
      }
      draw();
    },
    take: async ({ event, json }: FollowedEvent, gateway: GatewayClient): Promise<void> => {
      if (event.type === 'reset') {
        running.clear();
        if (options.json) live.print(json);
        return draw();
      }
      const news = toCallNews(event);
      if (news === undefined) return;
      if (news.isOver) running.delete(news.id);
      else if (isWanted(news, filter)) running.set(news.id, news);
      if (isWanted(news, filter) && (news.isOver || options.json)) {
        const call = await detailOf(news, filter, options, gateway);
        if (!news.isOver || isDecided(call, filter))
          live.print(options.json ? json : renderFinished(news, call, screenOf(options, io)));
      }
      draw();
    },
  };
}

/** What the event does not say. A watch goes on without it: the call may be gone again, or the gateway be busy. */
async function detailOf(
  news: CallNews,
  { decisions }: LiveFilter,
  { json }: AskOptions,
  gateway: GatewayClient,
): Promise<ToolCall | undefined> {
  if (!news.isOver || (json && decisions === undefined)) return undefined;
  const path = `/tool-calls/${encodeURIComponent(news.id)}`;
  const answer = await gateway.request('GET', path, toolCallDetailSchema, { patienceMs: DETAIL_PATIENCE_MS });
  return answer.ok ? answer.value.value : undefined;
}

async function toLiveFilter(options: WatchCallsOptions, io: Io): Promise<Result<LiveFilter, Refusal>> {
  const { session, server, tool, status, class: classes, decision } = options;
  const rest = {
    ...(server === undefined ? {} : { servers: server }),
    ...(tool === undefined ? {} : { tools: tool }),
    ...(status === undefined ? {} : { statuses: status }),
    ...(classes === undefined ? {} : { classes }),
    ...(decision === undefined ? {} : { decisions: decision }),
  };
  if (session === undefined) return ok(rest);
  const gateway = await openGateway(options, io);
  if (!gateway.ok) return { ok: false, error: { status: undefined, message: gateway.error } };
  const found = await findSession(session, gateway.value);
  return found.ok ? ok({ ...rest, sessionId: found.value.value.id }) : found;
}

function refuse({ message }: Refusal, io: Io): ExitCode {
  io.stderr.write(io.signal.aborted ? 'Interrupted.\n' : `${message}\n`);
  return io.signal.aborted ? EXIT.interrupted : EXIT.couldNotRun;
}
