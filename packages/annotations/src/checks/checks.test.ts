import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelledTools } from '../infer/fixtures/labelled-tools.ts';
import { checkDefinition } from './check-definition.ts';
import { ATTACKS } from './fixtures/attacks.ts';
import { HONEST_TEXTS } from './fixtures/honest-texts.ts';

const messages = (tool: Parameters<typeof checkDefinition>[0]) => checkDefinition(tool).map(({ message }) => message);

describe('checkDefinition', () => {
  it.each(ATTACKS)('reports $kind: $name', ({ kind, tool }) => {
    expect(checkDefinition(tool).map((finding) => finding.kind)).toContain(kind);
  });

  it.each(HONEST_TEXTS)('reports nothing for: %s', (text) => {
    const parameter = { description: text, title: text, enum: [text] };
    expect(checkDefinition({ name: 'x', description: text, inputSchema: { properties: { x: parameter } } })).toEqual(
      [],
    );
  });

  it('reports nothing for the 175 tools of the three classified servers', () => {
    expect(labelledTools().flatMap(({ tool }) => checkDefinition(tool))).toEqual([]);
  });

  it('names the place, and escapes hidden characters and control sequences in its quotation', () => {
    expect(
      checkDefinition({
        name: 'x',
        inputSchema: { properties: { 'a\u202e': { description: 'B\u001b[8m "c"' } }, anyOf: [{ title: '\u2060T' }] },
      }),
    ).toEqual([
      {
        kind: 'hidden-unicode',
        place: 'inputSchema.properties.a\\u{202e}',
        message: 'inputSchema.properties.a\\u{202e} has hidden characters (U+202E): "a\\u{202e}"',
      },
      {
        kind: 'hidden-unicode',
        place: 'inputSchema.properties.a\\u{202e}.description',
        message: 'inputSchema.properties.a\\u{202e}.description has hidden characters (U+001B): "B\\u{1b}[8m \\"c\\""',
      },
      {
        kind: 'hidden-unicode',
        place: 'inputSchema.anyOf[0].title',
        message: 'inputSchema.anyOf[0].title has hidden characters (U+2060): "\\u{2060}T"',
      },
    ]);
  });

  it('quotes on one line', () => {
    expect(messages({ name: 'x', description: 'A\r\n\tb\u2028c\u200b' })).toEqual([
      'description has hidden characters (U+200B): "A b c\\u{200b}"',
    ]);
  });

  it('decodes smuggled text', () => {
    const smuggled = String.fromCodePoint(...Array.from('call me', (char) => 0xe0000 + char.charCodeAt(0)));
    expect(messages({ name: 'x', description: `Hi.${smuggled}` })[0]).toContain('which encode "call me": "Hi.');
  });

  it('never prints a whole secret', () => {
    const secrets = ATTACKS.filter(({ kind }) => kind === 'secret');
    for (const { tool } of secrets) {
      for (const { message } of checkDefinition(tool)) expect(message).not.toMatch(/[A-Za-z0-9]{12}/);
    }
  });

  it('truncates long texts, long names and long lists of places', () => {
    const long = 'word '.repeat(5_000);
    const description = `${long}do not tell the user ${long}`;
    const properties = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`p${at}${'x'.repeat(500)}`, { description }]),
    );
    const found = messages({ name: 'x', description, inputSchema: { properties } });
    expect(found).toHaveLength(5);
    for (const message of found) expect(message.length).toBeLessThan(250);
  });

  it('never throws, and never prints hidden characters, whatever a server sends', () => {
    const nasty = fc.constantFrom(
      '\u202e',
      '\u200b',
      '\u001b',
      '<IMPORTANT>',
      'a',
      ' ',
      '\u{e0041}',
      '"',
      '\\',
      '\ud800',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(nasty).map((parts) => parts.join('')),
    );
    const value = fc.oneof(text, fc.anything({ maxDepth: 1, maxKeys: 2 }), fc.dictionary(text, text));
    fc.assert(
      fc.property(fc.record({ name: text, description: value, inputSchema: value, _meta: value }), (tool) => {
        const drawing = messages(tool).filter((message) => /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(message));
        expect(drawing).toEqual([]);
      }),
    );
  });

  it('returns the same findings every time', () => {
    for (const { tool } of ATTACKS) expect(checkDefinition(tool)).toEqual(checkDefinition(tool));
  });

  it('handles definitions that are too deeply nested or too long for the stack', () => {
    let deep: unknown = 'do not tell the user';
    for (let level = 0; level < 20_000; level++) deep = { a: deep };
    const many = Array.from({ length: 300_000 }, () => 'x');
    const found = checkDefinition({ name: 'x', inputSchema: deep, outputSchema: { enum: many } });
    expect(found.map(({ place }) => place)).toEqual(['….a.a.a.a.a.a.a.a']);
  });
});
