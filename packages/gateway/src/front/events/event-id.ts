/**
 * A place in the row of events. `batch` with its `index`: that event was the last one heard. Without: everything of the batch
 * was, or was not wanted.
 */
export interface EventPlace {
  readonly batch: number;
  readonly index: number | undefined;
}

/**
 * Reads the id of an event; `undefined` where it is none.
 *
 * @example
 * parseEventId('12-0') // { batch: 12, index: 0 }
 * parseEventId('12') // { batch: 12, index: undefined }
 */
export function parseEventId(id: string): EventPlace | undefined {
  const [, batch, index] = /^(0|[1-9]\d{0,15})(?:-(0|[1-9]\d{0,8}))?$/.exec(id) ?? [];
  if (batch === undefined) return undefined;
  const place = { batch: Number(batch), index: index === undefined ? undefined : Number(index) };
  // There are no events in batch 0: it is where a record begins.
  if (!Number.isSafeInteger(place.batch) || (place.batch === 0 && place.index !== undefined)) return undefined;
  return place;
}

export const toEventId = ({ batch, index }: EventPlace): string =>
  index === undefined ? String(batch) : `${batch}-${index}`;
