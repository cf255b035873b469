import { describe, expect, it } from 'vitest';
import { applyForm, type Bounds, boundsOf, fieldProblem, readRetention, toForm } from './retention.ts';

const number = (minimum: number, maximum: number, usual: number) => ({
  type: 'integer',
  minimum,
  maximum,
  default: usual,
});
const SCHEMA = {
  properties: {
    record: {
      properties: {
        retention: {
          properties: {
            sessions: number(1, 1_000_000, 100),
            days: number(1, 36_500, 90),
            bytes: number(10_485_760, 2 ** 50, 1_073_741_824),
          },
        },
      },
    },
  },
};
const BOUNDS: Record<'sessions' | 'days' | 'bytes', Bounds> = {
  sessions: { least: 1, most: 1_000_000, usual: 100 },
  days: { least: 1, most: 36_500, usual: 90 },
  bytes: { least: 10_485_760, most: 2 ** 50, usual: 1_073_741_824 },
};

describe('boundsOf', () => {
  it.each(['sessions', 'days', 'bytes'] as const)('reads the bounds of %s from the schema', (field) => {
    expect(boundsOf(SCHEMA, field)).toEqual(BOUNDS[field]);
  });

  const of = (days: unknown) => ({ properties: { record: { properties: { retention: { properties: { days } } } } } });

  it.each<{ readonly schema: unknown }>([
    { schema: undefined },
    { schema: {} },
    { schema: { properties: { record: null } } },
    { schema: of({ minimum: 1, maximum: 2 }) },
    { schema: of({ minimum: 1, default: 1 }) },
    { schema: of({ maximum: 2, default: 1 }) },
  ])('reads no bounds from %j', ({ schema }) => {
    expect(boundsOf(schema, 'days')).toBeUndefined();
  });
});

describe('readRetention', () => {
  it("reads the file's value, else the default", () => {
    const text = '{ "record": { "retention": { "days": 7 } } }';
    expect(readRetention(text, BOUNDS)).toEqual({ sessions: 100, days: 7, bytes: 1_073_741_824 });
  });
});

describe('fieldProblem', () => {
  it.each([
    ['days', '7', undefined],
    ['days', ' 7 ', undefined],
    ['days', '0', 'A number from 1 to 36,500.'],
    ['days', '1.5', 'A number from 1 to 36,500.'],
    ['days', '', 'A number from 1 to 36,500.'],
    ['days', '1e3', 'A number from 1 to 36,500.'],
    ['bytes', '10', undefined],
    ['bytes', '512.5', undefined],
    ['bytes', '9.9', 'A number from 10 to 1,073,741,824.'],
  ] as const)('%s of %j', (field, text, expected) => {
    expect(fieldProblem(field, text, BOUNDS[field])).toBe(expected);
  });
});

describe('applyForm', () => {
  const before = { sessions: 100, days: 90, bytes: 1_073_741_825 };

  it('writes only changed numbers', () => {
    const form = { ...toForm(before), days: '30' };
    expect(applyForm('{ "record": {} }', form, before)).toBe('{ "record": { "retention": { "days": 30 } } }');
  });

  it('writes a size in bytes', () => {
    const form = { ...toForm(before), bytes: '512' };
    expect(JSON.parse(applyForm('{}', form, before) ?? '')).toEqual({ record: { retention: { bytes: 536_870_912 } } });
  });

  it.each([
    ['{ "record": 3 }', '30'],
    ['{}', 'soon'],
  ])('refuses %j with %j', (text, days) => {
    expect(applyForm(text, { ...toForm(before), days }, before)).toBeUndefined();
  });

  it('keeps the text if nothing was changed', () => {
    expect(applyForm('{ /* as it is */ }', toForm(before), before)).toBe('{ /* as it is */ }');
  });
});
