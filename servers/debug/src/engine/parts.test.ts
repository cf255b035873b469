import { describe, expect, it } from 'vitest';
import { cutText } from './cut-text.ts';
import { matchesHit, parseCondition } from './hit-condition.ts';
import { createRingBuffer, type RingBuffer } from './ring-buffer.ts';
import { createSerialQueue } from './serial-queue.ts';
import { parseTemplate } from './trace-template.ts';
import { createWatch } from './watch.ts';
import { within } from './within.ts';

describe('parseCondition', () => {
  it.each([
    [undefined, undefined, undefined],
    ['true', undefined, undefined],
    ['false', undefined, { kind: 'compare', operator: '<', value: 0 }],
    [' x > 3 ', 'x > 3', undefined],
    ['hitCounter > 3', 'hitCounter > 3', undefined],
    ['hitCount == 3', undefined, { kind: 'compare', operator: '==', value: 3 }],
    ['hitCount===3', undefined, { kind: 'compare', operator: '==', value: 3 }],
    ['hitCount != 3', undefined, { kind: 'compare', operator: '!=', value: 3 }],
    ['hitCount>=10', undefined, { kind: 'compare', operator: '>=', value: 10 }],
    ['hitCount < 2', undefined, { kind: 'compare', operator: '<', value: 2 }],
    ['hitCount % 5 == 0', undefined, { kind: 'every', divisor: 5, remainder: 0 }],
  ] as const)('%j', (text, expression, hits) => {
    expect(parseCondition(text)).toEqual({ ok: true, value: { expression, hits } });
  });

  it.each(['', '  ', 'hitCount', 'hitCount = 3', 'hitCount > x', 'hitCount % 0 == 0', 'hitCount % 3 == 3'])(
    'rejects %j',
    (text) => {
      expect(parseCondition(text)).toMatchObject({ ok: false, error: { code: 'INVALID_CONDITION' } });
    },
  );

  it.each([
    ['==', [3]],
    ['!=', [1, 2, 4]],
    ['<', [1, 2]],
    ['<=', [1, 2, 3]],
    ['>', [4]],
    ['>=', [3, 4]],
  ] as const)('applies to hits %s 3', (operator, meant) => {
    expect([1, 2, 3, 4].filter((count) => matchesHit({ kind: 'compare', operator, value: 3 }, count))).toEqual([
      ...meant,
    ]);
  });
});

describe('parseTemplate', () => {
  it.each([
    ['', []],
    ['plain', [{ text: 'plain' }]],
    ['x={x} y={ y.z }', [{ text: 'x=' }, { expression: 'x' }, { text: ' y=' }, { expression: 'y.z' }]],
    ['{{x}} {x}', [{ text: '{x} ' }, { expression: 'x' }]],
    ['{f({a: 1})}', [{ expression: 'f({a: 1})' }]],
    ["{names.join('}')}", [{ expression: "names.join('}')" }]],
  ])('%j', (template, parts) => {
    expect(parseTemplate(template)).toEqual({ ok: true, value: parts });
  });

  it.each([
    ['{x', 1],
    ['a } b', 3],
    ['a {} b', 3],
  ])('rejects %j', (template, position) => {
    expect(parseTemplate(template)).toMatchObject({
      ok: false,
      error: { code: 'INVALID_PARAMETER', details: { position } },
    });
  });
});

describe('createRingBuffer', () => {
  const take = (buffer: RingBuffer, most: number): string => {
    const { text, bytes } = buffer.head(most);
    buffer.drop(bytes);
    return text;
  };

  it('keeps the newest bytes, and counts all', () => {
    const buffer = createRingBuffer(10);
    for (const text of ['01234', '56789', 'abc']) buffer.append(Buffer.from(text));
    expect(buffer.tail(100)).toEqual({ text: '3456789abc', bytes: 10 });
    expect([buffer.total(), buffer.kept(), buffer.dropped()]).toEqual([13, 10, 3]);
  });

  it('returns the oldest first, and forgets dropped bytes', () => {
    const buffer = createRingBuffer(100);
    buffer.append(Buffer.from('0123456789'));
    expect([take(buffer, 4), take(buffer, 4), take(buffer, 4), take(buffer, 4)]).toEqual(['0123', '4567', '89', '']);
    expect([buffer.total(), buffer.kept(), buffer.dropped()]).toEqual([10, 0, 0]);
  });

  it('does not split a character', () => {
    const buffer = createRingBuffer(100);
    // Two bytes each, in chunks that end in the middle of a character.
    const bytes = Buffer.from('äöüäöü');
    buffer.append(bytes.subarray(0, 3));
    buffer.append(bytes.subarray(3));
    expect(buffer.tail(5).text).toBe('öü');
    expect([take(buffer, 5), take(buffer, 100)]).toEqual(['äö', 'üäöü']);
  });

  it.each(['ä', '€', '😀'])('waits for the rest of %s, which has not arrived yet', (character) => {
    const buffer = createRingBuffer(100);
    const bytes = Buffer.from(`a${character}`);
    for (let end = 2; end < bytes.length; end += 1) {
      buffer.append(bytes.subarray(end === 2 ? 0 : end - 1, end));
      expect(buffer.head(100).text).toBe('a');
    }
    buffer.append(bytes.subarray(bytes.length - 1));
    expect(take(buffer, 100)).toBe(`a${character}`);
  });

  it('returns bytes that are not valid text', () => {
    const buffer = createRingBuffer(100);
    buffer.append(Buffer.from([0x80, 0x80, 0x80, 0x80, 0x80, 0xff]));
    expect([take(buffer, 100), take(buffer, 100)].join('')).toBe('\ufffd'.repeat(6));
    expect(buffer.kept()).toBe(0);
  });

  it('starts with a whole character after an overflow', () => {
    const buffer = createRingBuffer(5);
    buffer.append(Buffer.from('äöü'));
    expect([buffer.head(100).text, buffer.dropped(), buffer.kept()]).toEqual(['öü', 2, 4]);
  });

  it('accepts one chunk larger than itself', () => {
    const buffer = createRingBuffer(4);
    buffer.append(Buffer.from('0123456789'));
    expect([buffer.tail(10).text, buffer.dropped()]).toEqual(['6789', 6]);
  });

  it('keeps the same bytes as a plain list would, for any chunk size', () => {
    const buffer = createRingBuffer(40_000);
    let all = '';
    for (let round = 0; round < 400; round += 1) {
      const chunk = String.fromCharCode(97 + (round % 26)).repeat((round * 37) % 701);
      buffer.append(Buffer.from(chunk));
      all = (all + chunk).slice(-40_000);
      if (round % 9 === 0) {
        take(buffer, 500);
        all = all.slice(500);
      }
      expect(buffer.tail(50_000).text).toBe(all);
    }
  });

  it('handles a program that writes single bytes', () => {
    const buffer = createRingBuffer(1_048_576);
    const one = Buffer.from('x');
    for (let count = 0; count < 1_500_000; count += 1) buffer.append(one);
    expect([buffer.total(), buffer.kept(), buffer.dropped()]).toEqual([1_500_000, 1_048_576, 451_424]);
  });
});

describe('cutText', () => {
  it.each([
    ['short', 10, 'short'],
    ['0123456789', 4, '0123'],
    ['no 😀', 4, 'no '],
    ['no 😀', 5, 'no 😀'],
  ])('cuts %j at %i to %j', (text, most, cut) => {
    expect(cutText(text, most)).toBe(cut);
  });
});

describe('createSerialQueue', () => {
  it('keeps the order, and continues after a failure', async () => {
    const queue = createSerialQueue();
    const done: string[] = [];
    const first = queue.run(async () => {
      await Promise.resolve();
      done.push('first');
    });
    const second = queue.run(() => Promise.reject(new Error('second')));
    const third = queue.run(async () => done.push('third'));
    await expect(second).rejects.toThrow('second');
    await Promise.all([first, third]);
    expect([done, queue.length()]).toEqual([['first', 'third'], 0]);
  });
});

describe('createWatch and within', () => {
  it('sees a condition that already holds', async () => {
    expect(await createWatch().until(() => 'there', { milliseconds: 10 })).toBe('there');
  });

  it('checks again at every change, and times out', async () => {
    const watch = createWatch();
    let value: string | undefined;
    const found = watch.until(() => value, { milliseconds: 10_000 });
    watch.changed();
    value = 'later';
    watch.changed();
    expect(await found).toBe('later');
    expect(await watch.until(() => undefined, { milliseconds: 5 })).toBe('late');
    expect(await watch.until(() => undefined, { milliseconds: 10_000, signal: AbortSignal.abort() })).toBe('cancelled');
  });

  it('times out on a promise that never settles', async () => {
    expect(await within(5, new Promise<string>(() => undefined), () => 'late')).toBe('late');
    expect(await within(5_000, Promise.resolve('there'), () => 'late')).toBe('there');
  });
});
