import { ok, type Result } from '@toolmark/annotations';
import { type FollowedEvent, followEvents } from '../events/follow.ts';
import { createLive, type Live } from '../events/live.ts';
import { type GatewayClient, openGateway, type Refusal } from '../gateway-client.ts';
import { type AskOptions, screenOf } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { findSession } from '../sessions/find.ts';
import { type CallEvent, isOnlyAtEnd, isWanted, type LiveFilter, toCallEvent } from './call-event.ts';
import { createDecisionLookup } from './decision-lookup.ts';
import type { CallFilters } from './filters.ts';
import { createRunningCalls } from './running.ts';
import { renderFinished, renderRunning } from './watch-text.ts';

export type WatchCallsOptions = AskOptions & CallFilters;

/** How often to redraw the durations of running calls. */
const TICK_MS = 1_000;

/** `toolmark calls watch`: one line per finished call; on a terminal, running calls are shown below. */
export async function watchCalls(options: WatchCallsOptions, io: Io): Promise<ExitCode> {
  const filter = await toLiveFilter(options, io);
  if (!filter.ok) return refuse(filter.error, io);
  const live = createLive(io.stdout);
  const say = (sentence: string): void => live.aside(() => io.stderr.write(`${sentence}\n`));
  const watch = createWatch({ filter: filter.value, options, io, live, say });
  const timer = setInterval(watch.draw, TICK_MS);
  timer.unref();
  const ended = await followEvents(options, io, {
    types: 'tool_calls',
    onOpen: watch.open,
    onEvent: watch.take,
    say,
  });
  clearInterval(timer);
  live.end();
  return ended.ok ? EXIT.interrupted : refuse(ended.error, io);
}

interface WatchParts {
  readonly filter: LiveFilter;
  readonly options: WatchCallsOptions;
  readonly io: Io;
  readonly live: Live;
  readonly say: (sentence: string) => void;
}

/** A call with its event. */
interface CallWithEvent {
  readonly news: CallEvent;
  readonly json: string;
}

function createWatch({ filter, options, io, live, say }: WatchParts) {
  const running = createRunningCalls(filter);
  // Do not show running calls whose match is known only at the end.
  const isShown = io.stdout.isTTY === true && !options.json && !isOnlyAtEnd(filter);
  const draw = (): void => {
    if (isShown) live.show(renderRunning(running.all(), screenOf(options, io)));
  };
  const print = ({ news, json }: CallWithEvent): void => {
    if (!io.signal.aborted) live.print(options.json ? json : renderFinished(news, screenOf(options, io)));
  };
  const { decisions } = filter;
  const decided = decisions && createDecisionLookup<CallWithEvent>({ decisions, onDecided: print, say });
  return {
    draw,
    open: async (gateway: GatewayClient): Promise<void> => {
      if (!isShown) return;
      await running.reload(gateway);
      draw();
    },
    take: async ({ event, json }: FollowedEvent, gateway: GatewayClient): Promise<void> => {
      if (event.type === 'reset') {
        if (options.json) live.print(json);
        if (isShown) await running.reload(gateway);
        return draw();
      }
      const news = toCallEvent(event);
      if (news === undefined) return;
      running.take(news);
      draw();
      const isPrinted = news.isOver || (options.json && !isOnlyAtEnd(filter));
      if (isPrinted && isWanted(news, filter)) {
        if (decided === undefined) print({ news, json });
        else await decided.take({ news, json }, gateway);
      }
    },
  };
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
