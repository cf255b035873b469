import type { Readable } from 'node:stream';

/** The messages of an event stream, each as one line of JSON. */
export async function* eventsOf(input: Readable): AsyncGenerator<string> {
  input.setEncoding('utf8');
  let parts: string[] = [];
  for await (const chunk of input as AsyncIterable<string>) {
    parts.push(chunk);
    if (!chunk.includes('\n')) continue;
    const blocks = parts.join('').replaceAll('\r\n', '\n').split('\n\n');
    parts = [blocks.pop() ?? ''];
    for (const block of blocks) yield* messageOf(block);
  }
}

function* messageOf(block: string): Generator<string> {
  const data = block
    .split('\n')
    .filter((field) => field.startsWith('data:'))
    .map((field) => field.slice('data:'.length).trimStart());
  if (data.length > 0) yield data.join(' ');
}
