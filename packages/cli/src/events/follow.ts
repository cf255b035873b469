import { err, ok, type Result } from '@toolmark/annotations';
import { type GatewayEvent, gatewayEventSchema, type ResetEvent, resetEventSchema } from '@toolmark/api-contract';
import { parseJson } from '../find-gateway.ts';
import { type GatewayClient, openGateway, type Refusal } from '../gateway-client.ts';
import type { AskOptions } from '../gateway-client-command.ts';
import { type Io, sleep } from '../io.ts';
import { createSseParser, type SseEvent } from './sse-parser.ts';

/** An event and its original JSON. */
export interface FollowedEvent {
  readonly event: GatewayEvent | ResetEvent;
  readonly json: string;
}

export interface Follower {
  /** The prefix of the event types to follow. */
  readonly types: 'tool_calls' | 'sessions' | 'approvals';
  /** Called whenever a connection was made, including after a reconnect. */
  readonly onOpen?: (gateway: GatewayClient) => Promise<void>;
  /** Called for one event after the other. */
  readonly onEvent: (followed: FollowedEvent, gateway: GatewayClient) => Promise<void>;
  /** Reports the state of the connection on stderr. */
  readonly say: (sentence: string) => void;
}

/** A gateway sends at least a comment every 15 seconds. */
const SILENCE_MS = 60_000;
/** The delays between attempts; a restarted gateway is back within the first ones. */
const BACK_OFF_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

/**
 * Passes on the events of a gateway until Ctrl-C, across its restarts: a broken connection is resumed after the last
 * event. Ends early only if the gateway refuses or none can be found at the start.
 */
export async function followEvents(options: AskOptions, io: Io, follower: Follower): Promise<Result<void, Refusal>> {
  let lastId: string | undefined;
  let attempt = 0;
  let isLost = false;
  let wasOpen = false;
  while (!io.signal.aborted) {
    // Look it up for every attempt: after a restart its port may differ.
    const found = await openGateway(options, io);
    const opened = found.ok
      ? await openEvents(found.value, follower.types, lastId)
      : err({ status: undefined, message: found.error });
    if (io.signal.aborted) break;
    if (found.ok && opened.ok) {
      if (isLost) follower.say('Connected again.');
      else if (!wasOpen && io.stderr.isTTY) follower.say(`Watching ${found.value.origin}; stop with Ctrl-C.`);
      isLost = false;
      wasOpen = true;
      await follower.onOpen?.(found.value);
      for await (const event of readEvents(opened.value)) {
        if (io.signal.aborted) break;
        attempt = 0;
        lastId = event.id ?? lastId;
        if (event.isTooLong) follower.say(TOO_LONG);
        const followed = toFollowed(event);
        if (followed?.event.type === 'reset') follower.say(RESET);
        if (followed !== undefined) await follower.onEvent(followed, found.value);
      }
    } else if (!opened.ok) {
      if (!wasOpen || isFinal(opened.error)) return opened;
      if (!isLost) follower.say('The gateway cannot be reached. Waiting for it; stop with Ctrl-C.');
      isLost = true;
    }
    if (io.signal.aborted) break;
    await sleep(BACK_OFF_MS[Math.min(attempt, BACK_OFF_MS.length - 1)] ?? 0, io);
    attempt += 1;
  }
  return ok(undefined);
}

const RESET = 'Some events are no longer available, so the output may be incomplete. toolmark calls shows everything.';

const TOO_LONG = 'An oversized event was dropped. toolmark calls shows everything.';

function openEvents(
  gateway: GatewayClient,
  types: string,
  lastId: string | undefined,
): Promise<Result<AsyncIterable<Uint8Array>, Refusal>> {
  return gateway.open(`/events?types=${types}`, {
    accept: 'text/event-stream',
    silenceMs: SILENCE_MS,
    ...(lastId === undefined ? {} : { headers: { 'last-event-id': lastId } }),
  });
}

/** Reads until the stream ends or breaks; the reason does not matter, because the caller reconnects. */
async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncIterable<SseEvent> {
  const decoder = new TextDecoder();
  const parse = createSseParser();
  try {
    for await (const chunk of body) yield* parse(decoder.decode(chunk, { stream: true }));
  } catch {}
}

/** `undefined` for an unknown type, which a newer gateway may send. */
function toFollowed({ data }: SseEvent): FollowedEvent | undefined {
  if (data === undefined) return undefined;
  const json = parseJson(data);
  const event = gatewayEventSchema.safeParse(json);
  if (event.success) return { event: event.data, json: JSON.stringify(json) };
  const reset = resetEventSchema.safeParse(json);
  return reset.success ? { event: reset.data, json: JSON.stringify(json) } : undefined;
}

/** Whether retrying is useless: unlike a refusal, a server error or rate limit may pass. */
const isFinal = ({ status }: Refusal): boolean => status !== undefined && status < 500 && status !== 429;
