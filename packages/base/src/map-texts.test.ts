import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';
import { mapTexts } from './map-texts.ts';

const blot = (text: string): string => text.replaceAll('secret', '…');

describe('mapTexts', () => {
  it('changes texts and names, however deep', () => {
    expect(mapTexts({ a: ['a secret', { secret: 1 }], b: null }, blot)).toEqual({ a: ['a …', { '…': 1 }], b: null });
  });

  it('gives back the same value where nothing changes', () => {
    const value = parseJson('{"a":[12345678901234567890,{"b":"x"}]}');
    expect(mapTexts(value, blot)).toBe(value);
  });

  it('keeps numbers that no double holds', () => {
    expect(JSON.stringify(mapTexts(parseJson('{"n":12345678901234567890,"t":"secret"}'), blot))).toBe(
      '{"n":12345678901234567890,"t":"…"}',
    );
  });

  it('leaves out what is nested too deeply', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}"secret"${']'.repeat(100_000)}`);
    expect(JSON.stringify(mapTexts(deep, blot))).not.toContain('secret');
  });
});
