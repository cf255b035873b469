import { describe, expect, it } from 'vitest';
import { createLineTail } from './line-tail.ts';

describe('createLineTail', () => {
  it('keeps the last lines, oldest first, including an unfinished one', () => {
    const tail = createLineTail(3, 100);
    tail.push(Buffer.from('one\ntwo\n\nthr'));
    tail.push(Buffer.from('ee\nfour\nfi'));
    expect(tail.lines()).toEqual(['three', 'four', 'fi']);
  });

  it('truncates long lines', () => {
    const tail = createLineTail(2, 10);
    tail.push(Buffer.from('012345678901234567890123456789\nnext\n'));
    expect(tail.lines()).toEqual(['012345678…', 'next']);
  });

  it('discards an endless line without buffering it', () => {
    const tail = createLineTail(2, 10);
    const chunk = Buffer.alloc(100_000, '0123456789');
    // Buffered, this would take 300 MB and be searched for a newline again with every chunk.
    for (let count = 0; count < 3_000; count++) tail.push(chunk);
    expect(tail.lines()).toEqual(['012345678…']);
  });

  it('decodes a character that is split across two chunks', () => {
    const tail = createLineTail(1, 10);
    const [first, ...rest] = Buffer.from('é');
    tail.push(Buffer.from([first ?? 0]));
    tail.push(Buffer.from(rest));
    expect(tail.lines()).toEqual(['é']);
  });
});
