import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createByteCollector } from './byte-collector.ts';

describe('createByteCollector', () => {
  it('returns the bytes in order, whatever their chunks, and starts empty again', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.uint8Array())), (rounds) => {
        const collector = createByteCollector();
        for (const chunks of rounds) {
          for (const chunk of chunks) collector.push(Buffer.from(chunk));
          const all = Buffer.concat(chunks);
          expect([collector.length(), collector.take()]).toEqual([all.length, all]);
        }
      }),
    );
  });

  it('returns a single chunk without copying it', () => {
    const collector = createByteCollector();
    const chunk = Buffer.from('abc');
    collector.push(chunk);
    expect(collector.take().buffer).toBe(chunk.buffer);
  });

  it('never writes into a chunk it was given', () => {
    const collector = createByteCollector();
    const chunk = Buffer.from('abcdef').subarray(0, 3);
    collector.push(chunk);
    collector.push(Buffer.from('xyz'));
    expect([collector.take().toString(), Buffer.from(chunk.buffer, chunk.byteOffset, 6).toString()]).toEqual([
      'abcxyz',
      'abcdef',
    ]);
  });

  it('uses memory for the bytes, not for the number of chunks', () => {
    const collector = createByteCollector();
    const before = process.memoryUsage();
    const byte = Buffer.from('x');
    for (let count = 0; count < 2_000_000; count++) collector.push(byte);
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    // Two million separate buffers would take about 200 MB.
    expect(heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(64_000_000);
    expect(collector.take().length).toBe(2_000_000);
  });
});
