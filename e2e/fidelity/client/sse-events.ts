export interface SseEvent {
  readonly event: string;
  readonly data: string;
}

/** Splits a stream of server-sent events; `push` takes text as it arrives and returns the complete events. */
export function createSseEvents(): (chunk: string) => readonly SseEvent[] {
  let rest: string[] = [];
  return (chunk) => {
    // Join only when an event may be complete: a large one arrives in hundreds of chunks.
    rest.push(chunk);
    if (!chunk.includes('\n')) return [];
    const blocks = rest.join('').split(/\r?\n\r?\n/);
    rest = [blocks.pop() ?? ''];
    return blocks.map(toEvent);
  };
}

function toEvent(block: string): SseEvent {
  const lines = block.split(/\r?\n/);
  const valuesOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  return { event: valuesOf('event')[0] ?? 'message', data: valuesOf('data').join('\n') };
}
