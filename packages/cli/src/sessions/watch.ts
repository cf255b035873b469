import { type GatewayEvent, type Session, sessionSchema } from '@toolmark/api-contract';
import { cutTo, padTo, safeText } from '@toolmark/audit';
import { type FollowedEvent, followEvents } from '../events/follow.ts';
import { createLive, type Live } from '../events/live.ts';
import type { GatewayClient } from '../gateway-client.ts';
import { type AskOptions, type Screen, screenOf } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { plural, toClock, toShort, toSpan } from '../text/amounts.ts';
import { listSessions } from './list.ts';
import { renderSessionRows, sessionLabel, stateStyle } from './list-text.ts';

export interface WatchSessionsOptions extends AskOptions {
  readonly client?: string;
}

/** How often the table of active sessions is redrawn at most. */
const TICK_MS = 1_000;
/** As many as fit on most terminals. */
const MAX_ACTIVE = 12;
/** Remember this many sessions; more are never active at once. */
const MAX_REMEMBERED = 1_000;
/** The longest time to wait for the details of a session. */
const DETAIL_PATIENCE_MS = 2_000;

const WORDS: Readonly<Record<string, string>> = {
  'sessions.created': 'started',
  'sessions.updated': 'active',
  'sessions.closed': 'ended',
};

/**
 * `toolmark sessions watch`: a line when a session starts or ends; on a terminal the active ones are shown below,
 * otherwise each change is a line.
 */
export async function watchSessions(options: WatchSessionsOptions, io: Io): Promise<ExitCode> {
  const live = createLive(io.stdout);
  const watch = createWatch(options, io, live);
  const timer = setInterval(() => void watch.refresh(), TICK_MS);
  timer.unref();
  const ended = await followEvents(options, io, {
    types: 'sessions',
    onOpen: watch.open,
    onEvent: watch.take,
    say: (sentence) => live.aside(() => io.stderr.write(`${sentence}\n`)),
  });
  clearInterval(timer);
  live.end();
  if (ended.ok) return EXIT.interrupted;
  io.stderr.write(`${ended.error.message}\n`);
  return EXIT.couldNotRun;
}

function createWatch(options: WatchSessionsOptions, io: Io, live: Live) {
  const isShown = io.stdout.isTTY === true && !options.json;
  let gateway: GatewayClient | undefined;
  let active: readonly Session[] = [];
  let isStale = false;
  /** The last printed line of each session, to print each once. */
  const said = new Map<string, string>();
  const draw = (): void => {
    if (!isShown) return;
    const screen = screenOf(options, io);
    const now = active.map((session) => ({
      ...session,
      duration_ms: screen.now.getTime() - Date.parse(session.start_time),
    }));
    live.show(now.length === 0 ? ['  No session is active.'] : renderSessionRows(now, screen));
  };
  const reload = async (): Promise<void> => {
    if (!isShown || gateway === undefined) return;
    isStale = false;
    const query = new URLSearchParams({
      status: 'active',
      ...(options.client === undefined ? {} : { client: options.client }),
    });
    const found = await listSessions(gateway, query, MAX_ACTIVE);
    if (found.ok) active = found.value.list.sessions;
    if (!io.signal.aborted) draw();
  };
  return {
    refresh: () => (isStale ? reload() : Promise.resolve(draw())),
    open: (reached: GatewayClient): Promise<void> => {
      gateway = reached;
      return reload();
    },
    take: async ({ event, json }: FollowedEvent, reached: GatewayClient): Promise<void> => {
      if (event.type === 'reset') {
        if (options.json) live.print(json);
        return await reload();
      }
      const id = event.data['session_id'];
      if (!(event.type in WORDS) || typeof id !== 'string') return;
      isStale = true;
      if (isShown && event.type === 'sessions.updated') return;
      const session = options.json && options.client === undefined ? undefined : await detailOf(id, reached);
      if (options.client !== undefined && session?.client_name !== options.client) return;
      if (options.json) live.print(json);
      else {
        const screen = screenOf(options, io);
        const change = renderChange(event, id, session, screen);
        if (said.get(id) === change) return;
        said.delete(id);
        said.set(id, change);
        const [oldest] = said.keys();
        if (said.size > MAX_REMEMBERED && oldest !== undefined) said.delete(oldest);
        live.print(`${screen.paint('dim', toClock(event.timestamp))}  ${change}`);
      }
      await reload();
    },
  };
}

async function detailOf(id: string, gateway: GatewayClient): Promise<Session | undefined> {
  const path = `/sessions/${encodeURIComponent(id)}`;
  const answer = await gateway.request('GET', path, sessionSchema, { patienceMs: DETAIL_PATIENCE_MS });
  return answer.ok ? answer.value.value : undefined;
}

/** An event with the client and its numbers so far. */
function renderChange(event: GatewayEvent, id: string, session: Session | undefined, screen: Screen): string {
  const { paint, columns } = screen;
  const calls = Number(event.data['tool_call_count'] ?? 0);
  const tokens = Number(event.data['total_tokens'] ?? 0);
  // Tokens are counted with a delay, also after the end.
  const isCounted = event.type === 'sessions.updated' && event.data['status'] === 'closed';
  const word = padTo(isCounted ? 'counted' : (WORDS[event.type] ?? event.type), 'started'.length);
  const name = session === undefined ? safeText(id) : sessionLabel(session);
  const amounts = [
    ...(session === undefined || event.type !== 'sessions.closed' ? [] : [toSpan(session.duration_ms)]),
    plural(calls, 'call'),
    `${toShort(tokens)} tokens`,
    ...(session === undefined || session.error_count === 0 ? [] : [plural(session.error_count, 'error')]),
  ];
  const room = columns - '12:00:00'.length - word.length - 4;
  const text = cutTo(
    `${padTo(name, 20)}  ${event.type === 'sessions.created' ? '' : amounts.join(', ')}`,
    room,
  ).trimEnd();
  return `${word}  ${session === undefined ? text : paint(stateStyle(session), text)}`;
}
