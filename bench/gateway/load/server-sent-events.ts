/** The `data` of one event block; `undefined` for comments, pings and events without data. */
export function eventData(block: string): string | undefined {
  const lines = block.split('\n').filter((line) => line.startsWith('data:'));
  const data = lines.map((line) => line.slice(line.startsWith('data: ') ? 6 : 5).trimEnd()).join('\n');
  return data === '' ? undefined : data;
}

/** The `data` of every event of a finished stream. */
export function allEventData(stream: string): readonly string[] {
  return stream
    .split(/\r?\n\r?\n/)
    .map(eventData)
    .filter((data) => data !== undefined);
}

/** Splits a stream into event blocks as chunks arrive. */
export function createEventSplitter(onBlock: (block: string) => void): (chunk: string) => void {
  const pending: string[] = [];
  return (chunk) => {
    // A list of 10,000 tools is one event in hundreds of chunks; joining them once at the end keeps this linear.
    pending.push(chunk);
    if (!/\n\r?\n/.test((pending.at(-2)?.slice(-2) ?? '') + chunk)) return;
    const blocks = pending.join('').split(/\r?\n\r?\n/);
    pending.length = 0;
    pending.push(blocks.pop() ?? '');
    for (const block of blocks) onBlock(block);
  };
}
