import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import '../fixtures/ask.ts';
import { parseChoices, parseLimit, parseMoment, parseWords } from './parse.ts';

const NOW = new Date('2026-11-15T12:00:00Z');

describe('a moment', () => {
  it.each([
    ['90s', '2026-11-15T11:58:30.000Z'],
    ['30m', '2026-11-15T11:30:00.000Z'],
    ['2h', '2026-11-15T10:00:00.000Z'],
    ['7d', '2026-11-08T12:00:00.000Z'],
    ['2w', '2026-11-01T12:00:00.000Z'],
    ['today', '2026-11-15T00:00:00.000Z'],
    ['yesterday', '2026-11-14T00:00:00.000Z'],
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T08:30', '2026-11-01T08:30:00.000Z'],
    ['2026-11-01 08:30:15', '2026-11-01T08:30:15.000Z'],
    ['2026-11-01T08:30:00+02:00', '2026-11-01T06:30:00.000Z'],
  ])('%s is %s', (text, moment) => expect(parseMoment(NOW)(text)).toBe(moment));

  it.each([
    '',
    'soon',
    '2h ago',
    '-3d',
    '99999999d',
    '2026-13-01',
    '2026-02-30',
    '2026-02-29T08:00',
    '2026-11-01T25:00',
    '11/15/2026',
    '1763200000',
  ])('rejects %j', (text) => expect(() => parseMoment(NOW)(text)).toThrow(InvalidArgumentError));

  it('accepts the 29th of February in leap years', () => {
    expect(parseMoment(NOW)('2028-02-29')).toBe('2028-02-29T00:00:00.000Z');
  });
});

describe('lists and numbers', () => {
  it('are split at commas', () => {
    expect(parseWords('a, b,,c ')).toEqual(['a', 'b', 'c']);
    expect(parseChoices(['ok', 'error'])('error,ok')).toEqual(['error', 'ok']);
    expect(parseLimit(10)('10')).toBe(10);
  });

  it.each([
    [() => parseWords(' , '), 'Give at least one.'],
    [() => parseChoices(['ok', 'error'])('ok,okay'), "There is no 'okay'; there are: ok, error."],
    [() => parseLimit(10)('0'), 'Give a number from 1 to 10.'],
    [() => parseLimit(10)('11'), 'Give a number from 1 to 10.'],
    [() => parseLimit(10)('1e1'), 'Give a number from 1 to 10.'],
  ])('are rejected with a sentence: %#', (parse, sentence) => expect(parse).toThrow(sentence));
});
