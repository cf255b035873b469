import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';
import { mapTexts } from './map-texts.ts';

const redactSecret = (text: string): string => text.replaceAll('secret', '…');

describe('mapTexts', () => {
  it('changes values and keys at any depth', () => {
    expect(mapTexts({ a: ['a secret', { secret: 1 }], b: null }, redactSecret)).toEqual({
      a: ['a …', { '…': 1 }],
      b: null,
    });
  });

  it('returns the same object when nothing changes', () => {
    const value = parseJson('{"a":[12345678901234567890,{"b":"x"}]}');
    expect(mapTexts(value, redactSecret)).toBe(value);
  });

  it('keeps numbers that do not fit into a double', () => {
    expect(JSON.stringify(mapTexts(parseJson('{"n":12345678901234567890,"t":"secret"}'), redactSecret))).toBe(
      '{"n":12345678901234567890,"t":"…"}',
    );
  });

  it('omits values that are nested too deeply', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}"secret"${']'.repeat(100_000)}`);
    expect(JSON.stringify(mapTexts(deep, redactSecret))).not.toContain('secret');
  });
});
