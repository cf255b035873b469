import { describe, expect, it } from 'vitest';
import { isMeant, parseCondition } from './hit-condition.ts';
import { createRingBuffer } from './ring-buffer.ts';
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
    'refuses %j',
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
  ] as const)('means hits %s 3', (operator, meant) => {
    expect([1, 2, 3, 4].filter((count) => isMeant({ kind: 'compare', operator, value: 3 }, count))).toEqual([...meant]);
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
  ])('refuses %j', (template, position) => {
    expect(parseTemplate(template)).toMatchObject({
      ok: false,
      error: { code: 'INVALID_PARAMETER', details: { position } },
    });
  });
});

describe('createRingBuffer', () => {
  it('keeps the newest, and counts everything', () => {
    const buffer = createRingBuffer(10);
    for (const text of ['01234', '56789', 'abc']) buffer.append(Buffer.from(text));
    expect(buffer.tail(100)).toEqual({ text: '3456789abc', bytes: 10 });
    expect([buffer.total(), buffer.kept(), buffer.dropped()]).toEqual([13, 10, 3]);
  });

  it('takes away what was taken, oldest first', () => {
    const buffer = createRingBuffer(100);
    buffer.append(Buffer.from('0123456789'));
    expect([buffer.take(4).text, buffer.take(4).text, buffer.take(4).text, buffer.take(4).text]).toEqual([
      '0123',
      '4567',
      '89',
      '',
    ]);
    expect([buffer.total(), buffer.kept(), buffer.dropped()]).toEqual([10, 0, 0]);
  });

  it('cuts no character in two', () => {
    const buffer = createRingBuffer(100);
    // Two bytes each, in chunks that end in the middle of one.
    const bytes = Buffer.from('äöüäöü');
    buffer.append(bytes.subarray(0, 3));
    buffer.append(bytes.subarray(3));
    expect(buffer.tail(5).text).toBe('öü');
    expect([buffer.take(5).text, buffer.take(100).text]).toEqual(['äö', 'üäöü']);
  });

  it('takes one chunk larger than itself', () => {
    const buffer = createRingBuffer(4);
    buffer.append(Buffer.from('0123456789'));
    expect([buffer.tail(10).text, buffer.dropped()]).toEqual(['6789', 6]);
  });
});

describe('createSerialQueue', () => {
  it('keeps the order, and goes on after a failure', async () => {
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
  it('sees what holds already', async () => {
    expect(await createWatch().until(() => 'there', { milliseconds: 10 })).toBe('there');
  });

  it('looks again at every change, and gives up in time', async () => {
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

  it('gives up on what never comes', async () => {
    expect(await within(5, new Promise<string>(() => undefined), () => 'late')).toBe('late');
    expect(await within(5_000, Promise.resolve('there'), () => 'late')).toBe('there');
  });
});
