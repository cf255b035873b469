/**
 * A position in the order of events. With an `index`, that event was the last one received; without, the whole batch
 * was received or skipped.
 */
export interface EventPosition {
  readonly batch: number;
  readonly index: number | undefined;
}

/**
 * Parses the id of an event; `undefined` if it is invalid.
 *
 * @example
 * parseEventId('12-0') // { batch: 12, index: 0 }
 * parseEventId('12') // { batch: 12, index: undefined }
 */
export function parseEventId(id: string): EventPosition | undefined {
  const [, batch, index] = /^(0|[1-9]\d{0,15})(?:-(0|[1-9]\d{0,8}))?$/.exec(id) ?? [];
  if (batch === undefined) return undefined;
  const position = { batch: Number(batch), index: index === undefined ? undefined : Number(index) };
  // Batch 0 is the start of a record and has no events.
  if (!Number.isSafeInteger(position.batch) || (position.batch === 0 && position.index !== undefined)) return undefined;
  return position;
}

export const toEventId = ({ batch, index }: EventPosition): string =>
  index === undefined ? String(batch) : `${batch}-${index}`;
