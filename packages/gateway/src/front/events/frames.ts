import type { ResetEvent } from '@toolmark/api-contract';
import type { EventBatch } from '@toolmark/record';
import { toEventId } from './event-id.ts';

/** Events of one transaction, ready to be sent. Made once, however many listen. */
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

/** What is no event is left out: one broken row must not end the stream of everybody. */
export function toFrames({ batch, events }: EventBatch): FramedBatch {
  const frames = events.flatMap((json, index): readonly Frame[] => {
    const type = typeOf(json);
    return type === undefined ? [] : [{ index, type, text: frame(toEventId({ batch, index }), type, json) }];
  });
  return { batch, frames, bytes: frames.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) };
}

/** Instead of events that are gone. Its id is where the stream goes on. */
export function resetFrame(reason: string, newest: number, now: number): string {
  const event: ResetEvent = { type: 'reset', data: { reason }, timestamp: new Date(now).toISOString() };
  return frame(toEventId({ batch: newest, index: undefined }), 'reset', JSON.stringify(event));
}

function frame(id: string, type: string, json: string): string {
  // JSON as we write it has no line breaks; one that has would end its line of the stream.
  return `id: ${id}\nevent: ${type}\ndata: ${json.replaceAll(/\r\n?|\n/g, ' ')}\n\n`;
}

function typeOf(json: string): string | undefined {
  try {
    const event: unknown = JSON.parse(json);
    if (typeof event !== 'object' || event === null || !('type' in event)) return undefined;
    return typeof event.type === 'string' && /^[a-z_.]+$/.test(event.type) ? event.type : undefined;
  } catch {
    return undefined;
  }
}
