import { type EventType, eventTypes, type GatewayEvent } from '@toolmark/api-contract';
import { readonly, ref } from 'vue';
import { addressOf } from '../api/request.ts';

/**
 * `live`: events arrive. `reconnecting`: the connection broke. `polling`: it stays broken, and the page polls every 30
 * s.
 */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'polling';

/** The event types of the stream. `reset`: everything has to be refetched. */
const TYPES: readonly (EventType | 'reset')[] = [...eventTypes, 'reset'];

export interface LiveEvent extends Omit<GatewayEvent, 'type'> {
  readonly type: EventType | 'reset';
}

type Listener = (event: LiveEvent) => void;

/** After this long without a connection, report that the page polls. */
const TIMEOUT_MS = 10_000;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000] as const;

const state = ref<LiveState>('connecting');
const listeners = new Set<Listener>();
let source: EventSource | undefined;
let attempts = 0;
let lastId = '';
let brokenAt: number | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export const liveState = readonly(state);

/** Subscribes to all events. Returns a function that unsubscribes. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Opens the event stream and keeps it open. Each event has an id, so the gateway sends missed events after a reconnect.
 */
export function startLive(): void {
  if (source !== undefined) return;
  const opened = new EventSource(addressOf('/events', { last_event_id: lastId }));
  source = opened;
  opened.addEventListener('open', () => {
    attempts = 0;
    brokenAt = undefined;
    state.value = 'live';
    // Without a last event id, the page may have missed events since its first request: refetch everything.
    if (lastId === '') notifyListeners({ type: 'reset', data: {}, timestamp: new Date().toISOString() });
  });
  for (const type of TYPES) opened.addEventListener(type, hear);
  opened.addEventListener('error', () => {
    // The browser reconnects only after well-formed responses, so we always do it ourselves, with backoff.
    opened.close();
    if (source === opened) source = undefined;
    brokenAt ??= Date.now();
    state.value = Date.now() - brokenAt > TIMEOUT_MS ? 'polling' : 'reconnecting';
    timer = setTimeout(startLive, RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)]);
    attempts++;
  });
}

export function stopLive(): void {
  clearTimeout(timer);
  source?.close();
  source = undefined;
  state.value = 'connecting';
}

function hear(message: MessageEvent<string>): void {
  if (message.lastEventId !== '') lastId = message.lastEventId;
  try {
    notifyListeners(JSON.parse(message.data) as LiveEvent); // The cast is safe: the gateway sends events of this type.
  } catch {
    // Skip a malformed event and keep listening.
  }
}

function notifyListeners(event: LiveEvent): void {
  for (const listener of [...listeners]) listener(event);
}
