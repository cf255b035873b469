import { describe, expect, it } from 'vitest';
import { mayLoseDigits, parseJson, toNumber } from './json.ts';

const roundTrip = (text: string): string => JSON.stringify(parseJson(text));

describe('numbers that do not fit into a double', () => {
  it.each([
    '12345678901234567890',
    '-12345678901234567890',
    '9007199254740993',
    '1e400',
    '-1E+400',
    '1e-400',
    '4.9406564584124654e-330',
    '1.2345e-320',
    '123456789e305',
    '0.1234567890123456789',
    '123456789012345.123456789012345',
    '90071992547409.931',
    '1e99999999999999999999',
    `0.${'0'.repeat(400)}1`,
    `1${'0'.repeat(30)}1`,
  ])('writes %s unchanged', (number) => {
    expect(roundTrip(number)).toBe(number);
    expect(roundTrip(`{"a":[1,${number},{"b":${number}}],"c":"${number}"}`)).toBe(
      `{"a":[1,${number},{"b":${number}}],"c":"${number}"}`,
    );
    expect(roundTrip(`[\n ${number} ,\t${number}\r]`)).toBe(`[${number},${number}]`);
    expect(mayLoseDigits(number)).toBe(true);
  });
});

describe('numbers that fit into a double', () => {
  it.each([
    ['1.0', 1],
    ['-0', -0],
    ['9007199254740992', 9_007_199_254_740_992],
    ['9007199254740994.000', 9_007_199_254_740_994],
    ['0.30000000000000004', 0.300_000_000_000_000_04],
    ['1e308', 1e308],
    ['5e-324', 5e-324],
    ['100000000000000000000000', 1e23],
    ['1e023', 1e23],
    ['0e999', 0],
    [`0.${'0'.repeat(30)}`, 0],
    ['0.10000000000000000', 0.1],
  ])('reads %s as a number', (text, value) => {
    expect(parseJson(text)).toBe(value);
    expect(mayLoseDigits(text)).toBe(false);
  });
});

describe('parseJson', () => {
  it.each([
    ['text', '{"a":"12345678901234567890","b":"x, 12345678901234567890, y","c":[5,true,null]}'],
    ['numbers inside a string', '["1e400","a12345678901234567890b","=e123"]'],
    ['keys with any name', '{"__proto__":12345678901234567890,"":{}}'],
    ['the order of keys', '{"b":12345678901234567890,"a":1}'],
  ])('keeps %s', (_case, text) => {
    expect(roundTrip(text)).toBe(text);
  });

  it.each(['', '{', '[1e]', '12345678901234567890x', 'NaN', '[12345678901234567890,]'])('refuses %j', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it('reads JSON nested too deeply for a reviver as JSON.parse does', () => {
    const depth = 200_000;
    const deep = `${'['.repeat(depth)}12345678901234567890${']'.repeat(depth)}`;
    expect(parseJson(deep)).toBeInstanceOf(Array);
  });

  it('takes linear time for any text', () => {
    const zeros = `[1${'0'.repeat(1_000_000)}1, 1e${'9'.repeat(1_000_000)}]`;
    const started = performance.now();
    expect(roundTrip(zeros)).toBe(zeros.replace(' ', ''));
    // At most one second; a quadratic algorithm would take minutes.
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('toNumber', () => {
  it.each([
    [parseJson('12345678901234567890'), Number('12345678901234567890')],
    [parseJson('1e400'), Number.POSITIVE_INFINITY],
    [7, 7],
    ['7', '7'],
    [null, null],
  ])('converts %o to %o', (value, expected) => expect(toNumber(value)).toBe(expected));
});
