import type { ResetEvent } from '@toolmark/api-contract';
import type { EventBatch } from '@toolmark/record';
import { toEventId } from './event-id.ts';

/** The events of one transaction as SSE frames, built once for all clients. */
export interface FramedBatch {
  readonly batch: number;
  readonly frames: readonly Frame[];
  readonly bytes: number;
}

interface Frame {
  readonly index: number;
  readonly type: string;
  readonly text: string;
}

/** Skips invalid events: one broken row must not end all streams. */
export function toFrames({ batch, events }: EventBatch): FramedBatch {
  const frames = events.flatMap((json, index): readonly Frame[] => {
    const type = eventType(json);
    return type === undefined ? [] : [{ index, type, text: formatFrame(toEventId({ batch, index }), type, json) }];
  });
  return { batch, frames, bytes: frames.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) };
}

/** A frame that replaces deleted events. The stream continues at its id. */
export function resetFrame(reason: string, newest: number, now: number): string {
  const event: ResetEvent = { type: 'reset', data: { reason }, timestamp: new Date(now).toISOString() };
  return formatFrame(toEventId({ batch: newest, index: undefined }), 'reset', JSON.stringify(event));
}

function formatFrame(id: string, type: string, json: string): string {
  // Our JSON has no line breaks; any other would end the line of the frame.
  return `id: ${id}\nevent: ${type}\ndata: ${json.replaceAll(/\r\n?|\n/g, ' ')}\n\n`;
}

function eventType(json: string): string | undefined {
  try {
    const event: unknown = JSON.parse(json);
    if (typeof event !== 'object' || event === null || !('type' in event)) return undefined;
    return typeof event.type === 'string' && /^[a-z_.]+$/.test(event.type) ? event.type : undefined;
  } catch {
    return undefined;
  }
}
