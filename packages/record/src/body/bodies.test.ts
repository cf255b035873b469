import { parseJson } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import type { RedactConfig } from '../record-config.ts';
import { createRedactor } from '../redact/redactor.ts';
import { createBodies } from './bodies.ts';

// DESIGN §4: secrets are redacted before they are stored.
const USUAL: RedactConfig = { enabled: true, names: [], keep: [], patterns: [] };
const redactor = createRedactor(USUAL);
const bodies = createBodies({ maxBytes: 256 * 1024, redactor });
const EDGE = 16 * 1024;
const TOKEN = `ghp_${'aB3dE5fG7h'.repeat(4)}`;
const text = (words: string) => ({ type: 'text', text: words });
const result = (...content: readonly unknown[]) => ({ content });

describe('a body within the limit', () => {
  it.each<readonly [string, unknown, string, number]>([
    ['an object', { path: '/x', limit: 5 }, '{"path":"/x","limit":5}', 0],
    [
      'a number that does not fit into a double',
      parseJson('{"n":12345678901234567890}'),
      '{"n":12345678901234567890}',
      0,
    ],
    ['nothing', undefined, 'null', 0],
    ['what has secrets', { a: 'ü', token: 'x' }, '{"a":"ü","token":"[redacted 1 character]"}', 1],
    ['text that only resembles a marker', { max_tokens: 5, pwd: '/' }, '{"max_tokens":5,"pwd":"/"}', 0],
  ])('%s', (_case, value, json, redactions) => {
    expect(bodies.of(value)).toEqual({ text: json, bytes: Buffer.byteLength(json), isCut: false, redactions });
  });

  it.each([16, 17, 18])('fits the limit in bytes: %i', (maxBytes) => {
    const json = '{"path":"/xäö"}';
    const { isCut } = createBodies({ maxBytes, redactor }).of(JSON.parse(json));
    expect(isCut).toBe(Buffer.byteLength(json) > maxBytes);
  });
});

describe('a body above the limit', () => {
  const small = createBodies({ maxBytes: 100, redactor });

  it('is cut between characters, and reports its full length', () => {
    const value = { note: '😀'.repeat(200) };
    expect(small.of(value)).toEqual({
      text: `{"note":"${'😀'.repeat(22)}`,
      bytes: Buffer.byteLength(JSON.stringify(value)),
      isCut: true,
      redactions: 0,
    });
  });

  it('loses its images first', () => {
    const picture = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(300_000) };
    const file = { type: 'resource', resource: { uri: 'file:///x', mimeType: 'x/y', blob: 'B'.repeat(5_000) } };
    const value = result(picture, text('What you see.'), file);
    expect(bodies.of(value)).toEqual({
      text: JSON.stringify(
        result({ ...picture, data: '[300000 characters of image/png]' }, text('What you see.'), {
          ...file,
          resource: { ...file.resource, blob: '[5000 characters of x/y]' },
        }),
      ),
      bytes: Buffer.byteLength(JSON.stringify(value)),
      isCut: true,
      redactions: 0,
      readable: { sample: 'What you see.', length: 13 },
    });
  });

  it('keeps its images while they fit', () => {
    const value = result({ type: 'image', mimeType: 'image/png', data: 'A'.repeat(50_000) });
    expect(bodies.of(value)).toMatchObject({ text: JSON.stringify(value), isCut: false });
  });

  it('has the readable text for a model, without secrets, and its full length', () => {
    const words = 'word '.repeat(100_000);
    const body = bodies.of(result(text(`key ${TOKEN} `), text(words)));
    expect(body.readable?.sample).toHaveLength(64 * 1024);
    expect(body.readable?.sample.startsWith(`key [redacted ${TOKEN.length} characters] \nword word `)).toBe(true);
    expect(body.readable?.length).toBe(`key ${TOKEN} \n${words}`.length);
  });

  it('has it for a long error, and not for arguments', () => {
    expect(small.of({ code: -32_603, message: 'Oh.', data: 'x'.repeat(200) }).readable).toEqual({
      sample: 'Oh.',
      length: 3,
    });
    expect(small.of({ path: 'x'.repeat(200) })).not.toHaveProperty('readable');
  });

  it('can exceed the limit because of its redaction markers', () => {
    const value = Object.fromEntries(Array.from({ length: 4 }, (_none, index) => [`password${index}`, 'x']));
    const shown = JSON.stringify(redactor.redact(value).value);
    expect(small.of(value)).toEqual({ text: shown.slice(0, 100), bytes: shown.length, isCut: true, redactions: 4 });
  });

  it('reports the full size, without the redacted secrets', () => {
    const value = { password: 'x'.repeat(1_000), note: 'y'.repeat(1_000) };
    expect(small.of(value)).toMatchObject({
      text: `{"password":"[redacted 1000 characters]","note":"${'y'.repeat(51)}`,
      bytes: JSON.stringify({ ...value, password: '[redacted 1000 characters]' }).length,
      redactions: 1,
    });
  });

  it('keeps only the size with a limit of 0', () => {
    const none = createBodies({ maxBytes: 0, redactor });
    const value = result(text('hello'));
    expect(none.of(value)).toEqual({
      text: '',
      bytes: JSON.stringify(value).length,
      isCut: true,
      redactions: 0,
      readable: { sample: '', length: 5 },
    });
    expect(none.of({ a: 1 })).toEqual({ text: '', bytes: 7, isCut: true, redactions: 0 });
    expect(none.summary({ a: 1 })).toBe('');
  });
});

describe('a secret at the cut', () => {
  const maxBytes = 1_000;
  const small = createBodies({ maxBytes, redactor });
  const PEM = `-----BEGIN PRIVATE KEY-----\n${'aB3dE5fG7h'.repeat(4_000)}`;
  // Around the limit of what is kept, and of what is searched.
  const places = [maxBytes, maxBytes + EDGE].flatMap((at) => [-60, -30, -12, -1, 0, 1, 30].map((by) => at + by));

  it.each(places)('at %i is removed completely', (at) => {
    for (const secret of [TOKEN, PEM])
      for (const value of [
        `${'x'.repeat(at)} ${secret}`,
        { a: 'x'.repeat(at), b: secret, c: 'y'.repeat(20_000) },
        result(text('x'.repeat(at)), text(secret), text('y'.repeat(20_000))),
        { list: [...Array.from({ length: Math.floor(at / 13) }, () => 'xxxxxxxxxx'), secret, 'y'.repeat(20_000)] },
        JSON.stringify({ a: 'x'.repeat(at), b: secret, c: 'y'.repeat(20_000) }),
      ]) {
        const body = small.of(value);
        expect(body.text).not.toContain('aB3dE');
        expect(body.readable?.sample ?? '').not.toContain('aB3dE');
        expect(Buffer.byteLength(body.text)).toBeLessThanOrEqual(maxBytes);
      }
  });

  it('is not moved into view by shorter text before it', () => {
    // Everything before the cut is secrets, so the redacted text is far below the limit.
    const value = `${`${TOKEN} `.repeat(Math.floor((maxBytes + EDGE) / (TOKEN.length + 1)))}${TOKEN}`;
    for (let extra = 0; extra < TOKEN.length; extra++)
      expect(small.of('x'.repeat(extra) + value).text).not.toContain('aB3dE');
  });
});

describe('an unserializable value', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;

  it.each<readonly [string, unknown, RegExp]>([
    ['something circular', circular, /^"\[could not be serialized as JSON: Converting circular structure to JSON\]"$/],
    ['a big integer', { n: 10n }, /^"\[could not be serialized as JSON: Do not know how to serialize a BigInt\]"$/],
    [
      'something too deep',
      JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)),
      /^"\[could not be serialized as JSON: /,
    ],
  ])('%s is reported', (_case, value, says) => {
    const body = bodies.of(value);
    expect(body).toEqual({ text: expect.stringMatching(says), bytes: body.text.length, isCut: false, redactions: 0 });
    expect(createBodies({ maxBytes: 10, redactor }).of(value)).toMatchObject({ text: '"[could no', isCut: true });
    expect(createBodies({ maxBytes: 0, redactor }).of(value)).toMatchObject({ text: '', isCut: true });
  });

  it.each<readonly [string, Record<string, unknown>]>([
    ['something circular', circular],
    ['a big integer', { n: 10n }],
  ])('%s still has a summary', (_case, value) => {
    expect(bodies.summary(value).length).toBeLessThanOrEqual(160);
  });
});

describe('an excerpt', () => {
  it.each<readonly [string, string, number, string]>([
    ['is the text', 'not found', 20, 'not found'],
    ['has no secrets', 'bad token=abc here', 40, 'bad token=[redacted 3 characters] here'],
    ['has no part of a secret at its end', `key ${TOKEN}`, 12, 'key [redacte'],
    ['has no half characters', 'ab😀', 3, 'ab'],
  ])('%s', (_case, given, max, shown) => {
    expect(bodies.excerpt(given, max)).toBe(shown);
  });

  it('of a long text has no part of a secret, even if it becomes short', () => {
    const key = (length: number) => `-----BEGIN PRIVATE KEY-----\n${'c'.repeat(length)}\n-----END PRIVATE KEY-----\n`;
    for (let visible = 0; visible < TOKEN.length; visible++) {
      const before = `${key(8_000)}${key(480 + EDGE - visible - 8_000 - 2 * key(0).length)}`;
      expect(before).toHaveLength(480 + EDGE - visible);
      expect(bodies.excerpt(`${before}${TOKEN} and more`, 480)).not.toContain('aB3dE');
    }
  });
});
