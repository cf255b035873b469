import { describe, expect, it } from 'vitest';
import { toPrintable, toSeconds, toShownUrl } from './text.ts';

describe('toPrintable', () => {
  it.each([
    ['plain', 'plain'],
    ['\u001b[31mred\u001b[0m', 'red'],
    ['two\r\nlines\tand a bell\u0007', 'two lines and a bell'],
    ['right\u202eto left', 'right to left'],
    ['x'.repeat(300), `${'x'.repeat(199)}…`],
  ])('turns %j into %j', (text, expected) => {
    expect(toPrintable(text)).toBe(expected);
  });
});

describe('toShownUrl', () => {
  it('removes the parts of a URL that may hold secrets', () => {
    expect(toShownUrl(new URL('https://user:password@example.com:8443/mcp?token=secret#secret'))).toBe(
      'https://example.com:8443/mcp',
    );
  });
});

describe('toSeconds', () => {
  it.each([
    [30_000, '30 s'],
    [1_500, '1.5 s'],
    [300, '0.3 s'],
  ])('writes %d ms as %s', (milliseconds, expected) => {
    expect(toSeconds(milliseconds)).toBe(expected);
  });
});
