import { type EventType, eventTypes, type GatewayEvent } from '@toolmark/api-contract';
import { readonly, ref } from 'vue';
import { addressOf } from '../api/request.ts';

/** `live`: changes are heard as they happen. `reconnecting`: the line broke. `polling`: it stays broken, the page asks every 30 s. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'polling';

/** What the stream can say. `reset`: nothing known is certain any more. */
const TYPES: readonly (EventType | 'reset')[] = [...eventTypes, 'reset'];

export interface LiveEvent extends Omit<GatewayEvent, 'type'> {
  readonly type: EventType | 'reset';
}

type Listener = (event: LiveEvent) => void;

/** After this long without a line the page says that it asks instead. */
const PATIENCE_MS = 10_000;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000] as const;

const state = ref<LiveState>('connecting');
const listeners = new Set<Listener>();
let source: EventSource | undefined;
let attempts = 0;
let lastId = '';
let brokenAt: number | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export const liveState = readonly(state);

/** Hears every event until what is returned is called. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the line and keeps it open. What was missed meanwhile is told after it: each event has an id to go on from. */
export function startLive(): void {
  if (source !== undefined) return;
  const opened = new EventSource(addressOf('/events', { last_event_id: lastId }));
  source = opened;
  opened.addEventListener('open', () => {
    attempts = 0;
    brokenAt = undefined;
    state.value = 'live';
    // Without an id to go on from nobody can tell what was missed, be it only since the page asked for what it shows first.
    if (lastId === '') tell({ type: 'reset', data: {}, timestamp: new Date().toISOString() });
  });
  for (const type of TYPES) opened.addEventListener(type, hear);
  opened.addEventListener('error', () => {
    // The browser tries again by itself only while the stream was well-formed; we always do, and slower each time.
    opened.close();
    if (source === opened) source = undefined;
    brokenAt ??= Date.now();
    state.value = Date.now() - brokenAt > PATIENCE_MS ? 'polling' : 'reconnecting';
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
    tell(JSON.parse(message.data) as LiveEvent); // The gateway's own contract.
  } catch {
    // One broken event is no reason to miss the next.
  }
}

function tell(event: LiveEvent): void {
  for (const listener of [...listeners]) listener(event);
}
