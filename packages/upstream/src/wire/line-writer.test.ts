import { Writable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLineWriter } from './json-lines.ts';

/** A stream that stays full after each write until `take` is called. */
function slowStream(): { readonly output: Writable; readonly writes: string[]; readonly take: () => void } {
  const writes: string[] = [];
  let done: () => void = () => {};
  const output = new Writable({
    highWaterMark: 1,
    decodeStrings: false,
    write: (chunk: string, _, callback) => {
      writes.push(chunk);
      done = callback;
    },
  });
  return { output, writes, take: () => done() };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('createLineWriter', () => {
  it('writes the lines of one turn together, and waits while the stream is full', async () => {
    const { output, writes, take } = slowStream();
    const writer = createLineWriter(output, 100);
    expect([writer.write('a'), writer.write('b')]).toEqual([true, true]);
    await turn();
    writer.write('c');
    await turn();
    expect(writes).toEqual(['a\nb\n']);
    writer.write('d');
    take();
    await turn();
    expect(writes).toEqual(['a\nb\n', 'c\nd\n']);
  });

  it('reports how long its output has been unread', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { output, take } = slowStream();
    const writer = createLineWriter(output, 100);
    expect(writer.unreadMs()).toBe(0);
    writer.write('a');
    await turn();
    vi.advanceTimersByTime(1_000);
    writer.write('b');
    await turn();
    vi.advanceTimersByTime(1_000);
    expect(writer.unreadMs()).toBe(2_000);
    take();
    await turn();
    // The next line is pending as of now.
    expect(writer.unreadMs()).toBe(0);
    take();
    await turn();
    vi.advanceTimersByTime(1_000);
    expect(writer.unreadMs()).toBe(0);
  });

  it('limits its queue, but always accepts one line', async () => {
    const { output, take } = slowStream();
    const writer = createLineWriter(output, 10);
    writer.write('first');
    await turn();
    expect(writer.write('a line longer than the limit')).toBe(true);
    expect(writer.write('b')).toBe(false);
    take();
    await turn();
    expect(writer.write('12345')).toBe(true);
    expect(writer.write('12345')).toBe(true);
    expect(writer.write('1')).toBe(false);
  });

  it('leaves nothing behind on close, and tolerates a destroyed stream', async () => {
    const { output, writes } = slowStream();
    const writer = createLineWriter(output, 10);
    writer.write('a');
    writer.close();
    await turn();
    expect([writes, output.listenerCount('drain')]).toEqual([[], 0]);
    const other = createLineWriter(output, 10);
    output.destroy();
    other.write('b');
    await turn();
    expect(writes).toEqual([]);
  });
});
