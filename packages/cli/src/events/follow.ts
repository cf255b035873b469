import { err, ok, type Result } from '@toolmark/annotations';
import { type GatewayEvent, gatewayEventSchema, type ResetEvent, resetEventSchema } from '@toolmark/api-contract';
import { parseJson } from '../find-gateway.ts';
import { type GatewayClient, openGateway, type Refusal } from '../gateway-client.ts';
import type { AskOptions } from '../gateway-client-command.ts';
import { type Io, sleep } from '../io.ts';
import { createSseParser, type SseEvent } from './sse-parser.ts';

/** An event, and the JSON it came as. */
export interface FollowedEvent {
  readonly event: GatewayEvent | ResetEvent;
  readonly json: string;
}

export interface Follower {
  /** The word with which the wanted types of events begin. */
  readonly types: 'tool_calls' | 'sessions' | 'approvals';
  /** Called with the gateway whenever it is reached, also after it was lost. */
  readonly onOpen?: (gateway: GatewayClient) => Promise<void>;
  /** Called one after the other; the next event waits. */
  readonly onEvent: (followed: FollowedEvent, gateway: GatewayClient) => Promise<void>;
  /** A sentence about the connection, for stderr. */
  readonly say: (sentence: string) => void;
}

/** A gateway sends at least a comment every 15 seconds. */
const SILENCE_MS = 60_000;
/** How long to wait before each next attempt; a gateway that is restarted is back within the first ones. */
const BACK_OFF_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

/**
 * Hands on the events of a gateway until Ctrl-C, over restarts of the gateway: where the connection breaks it is made again from
 * the last event on. Ends early only where a gateway cannot be asked at all, or refuses.
 */
export async function followEvents(options: AskOptions, io: Io, follower: Follower): Promise<Result<void, Refusal>> {
  let lastId: string | undefined;
  let attempt = 0;
  let isLost = false;
  let wasOpen = false;
  while (!io.signal.aborted) {
    // Looked up anew every time: after a restart it may have another address.
    const found = await openGateway(options, io);
    const opened = found.ok
      ? await openEvents(found.value, follower.types, lastId)
      : err({ status: undefined, message: found.error });
    if (io.signal.aborted) break;
    if (found.ok && opened.ok) {
      if (isLost) follower.say('The gateway is there again.');
      else if (!wasOpen && io.stderr.isTTY) follower.say(`Watching ${found.value.origin}; Ctrl-C ends.`);
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
      if (!isLost) follower.say('The gateway cannot be reached. Waiting for it; Ctrl-C ends.');
      isLost = true;
    }
    if (io.signal.aborted) break;
    await sleep(BACK_OFF_MS[Math.min(attempt, BACK_OFF_MS.length - 1)] ?? 0, io);
    attempt += 1;
  }
  return ok(undefined);
}

const RESET =
  'Some events are gone already: what happened meanwhile may be missing here. toolmark calls has all of it.';

const TOO_LONG = 'An event was too long and is left out here. toolmark calls has all of it.';

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

/** Until the stream ends or breaks off; why it did does not matter to whoever only wants it back. */
async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncIterable<SseEvent> {
  const decoder = new TextDecoder();
  const parse = createSseParser();
  try {
    for await (const chunk of body) yield* parse(decoder.decode(chunk, { stream: true }));
  } catch {}
}

/** `undefined` for what a newer gateway may send and this version does not know. */
function toFollowed({ data }: SseEvent): FollowedEvent | undefined {
  if (data === undefined) return undefined;
  const json = parseJson(data);
  const event = gatewayEventSchema.safeParse(json);
  if (event.success) return { event: event.data, json: JSON.stringify(json) };
  const reset = resetEventSchema.safeParse(json);
  return reset.success ? { event: reset.data, json: JSON.stringify(json) } : undefined;
}

/** A gateway that refuses now will do so again; one that is starting or in trouble may not. */
const isFinal = ({ status }: Refusal): boolean => status !== undefined && status < 500 && status !== 429;
