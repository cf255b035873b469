import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHAPED } from '../redact/fixtures/secrets.ts';
import { createRedactor } from '../redact/redactor.ts';
import { createBodies } from './bodies.ts';
import { clip } from './clip.ts';
import { cutBytes, cutCharacters } from './cut.ts';

// DESIGN §4: secrets are redacted before they are stored.
const redactor = createRedactor({ enabled: true, names: [], keep: [], patterns: [] });
const json = fc.jsonValue({ stringUnit: 'grapheme' });
const maxBytes = fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 3_000 }));

describe('a body', () => {
  it('is the JSON of the redacted value, or its beginning, with the reported length', () => {
    fc.assert(
      fc.property(json, maxBytes, (value, max) => {
        const whole = JSON.stringify(redactor.redact(value).value);
        const body = createBodies({ maxBytes: max, redactor }).of(value);
        expect(body.bytes).toBe(Buffer.byteLength(whole));
        expect(body.isCut).toBe(body.text !== whole);
        expect(whole.startsWith(body.text)).toBe(true);
        expect(Buffer.byteLength(body.text)).toBeLessThanOrEqual(max);
        // Short values are searched for secrets before they are cut, so only the text beyond the limit is missing.
        if (body.isCut && max > 0) expect(body.text).toBe(cutBytes(whole, max));
      }),
      { numRuns: 500 },
    );
  });

  const filler = fc.oneof(
    fc.nat({ max: 20_000 }).map((length) => 'x '.repeat(length / 2)),
    fc.string({ unit: 'grapheme', maxLength: 50 }),
  );
  const secret = fc.constantFrom(...SHAPED.map(([, text]) => text));
  const build: Readonly<Record<string, (before: string, secret: string, after: string) => unknown>> = {
    'a text': (before, given, after) => `${before} ${given} ${after}`,
    'a result': (before, given, after) => ({ content: [before, given, after].map((text) => ({ type: 'text', text })) }),
    'fields in any order': (before, given, after) => ({ [after]: [after], before, given, after }),
    'JSON in a text': (before, given, after) => ({ text: JSON.stringify({ before, given, after }, undefined, 2) }),
    'structured content': (before, given, after) => ({ content: [], structuredContent: { before, given, after } }),
    'under a name': (before, given, after) => ({ before, password: `p${given}`, after }),
  };
  it.each(Object.keys(build))('has no part of a secret planted in %s, wherever it is cut', (where) => {
    fc.assert(
      fc.property(filler, secret, filler, maxBytes, (before, given, after, max) => {
        const value = build[where]?.(before, given, after);
        const bodies = createBodies({ maxBytes: max, redactor });
        const body = bodies.of(value);
        const kept = `${body.text}${body.readable?.sample ?? ''}${bodies.summary({ value })}`;
        // Every secret contains this run, except those that are known as a whole.
        const part = given.includes('aB3dE5fG7h') ? 'aB3dE5fG7h' : given.slice(0, 20);
        expect(kept).not.toContain(part);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a clipped value', () => {
  it('has the same beginning as the whole value', () => {
    fc.assert(
      fc.property(json, fc.nat({ max: 200 }), (value, characters) => {
        const whole = JSON.stringify(value);
        const { value: head, isClipped, closing } = clip(value, characters);
        const written = JSON.stringify(head);
        if (!isClipped) expect(written).toBe(whole);
        else expect(whole.startsWith(written.slice(0, written.length - closing))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps fields of any name, without recursion', () => {
    const depth = 100_000;
    const value: unknown = JSON.parse(`{"__proto__":{"a":1},"deep":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect(JSON.stringify(clip(value, 40).value)).toMatch(/^\{"__proto__":\{"a":1\},"deep":\[/);
    expect(clip(value, 10 * depth).isClipped).toBe(false);
  });
});

describe('a cut text', () => {
  it('has at most the maximum length, and no half characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 30 }), (text, max) => {
        const byCharacters = cutCharacters(text, max);
        const byBytes = cutBytes(text, max);
        expect(text.startsWith(byCharacters) && text.startsWith(byBytes)).toBe(true);
        expect(byCharacters.isWellFormed() && byBytes.isWellFormed()).toBe(true);
        expect(byCharacters.length).toBeLessThanOrEqual(max);
        expect(Buffer.byteLength(byBytes)).toBeLessThanOrEqual(max);
        if (text.length > max) expect(byCharacters.length).toBeGreaterThanOrEqual(max - 1);
        if (Buffer.byteLength(text) > max) expect(Buffer.byteLength(byBytes)).toBeGreaterThan(max - 4);
      }),
      { numRuns: 1_000 },
    );
  });
});
