import { UriTemplate } from '@modelcontextprotocol/client';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { templateMatcher } from './uri-template.ts';

describe('templateMatcher', () => {
  it.each([
    // Level 1 to 4 of RFC 6570.
    ['note://{id}', 'note://7', true],
    ['note://{id}', 'note://', true],
    ['note://{id}', 'note://7/edit', false],
    ['note://{id}/edit', 'note://7/edit', true],
    ['note://{id}', 'task://7', false],
    ['file:///{+path}', 'file:///a/b/c.txt', true],
    ['file:///{+path}.md', 'file:///a/b.txt', false],
    ['doc://x{#section}', 'doc://x#intro', true],
    ['doc://x{#section}', 'doc://x', true],
    ['doc://x{#section}', 'doc://xy', false],
    ['img://logo{.ext}', 'img://logo.png', true],
    ['img://logo{.ext}', 'img://logopng', false],
    ['repo://{owner}{/path*}', 'repo://me/a/b', true],
    ['repo://{owner}{/path*}', 'repo://me', true],
    ['map://m{;x,y}', 'map://m;x=1;y=2', true],
    ['q://s{?q,lang}', 'q://s?q=a%20b&lang=de', true],
    ['q://s?fixed=1{&q}', 'q://s?fixed=1&q=2', true],
    ['q://s?fixed=1{&q}', 'q://s?fixed=1q=2', false],
    ['a://{x,y}', 'a://1,2', true],
    ['a://{x:3}', 'a://abc', true],
    // No or broken expressions.
    ['note://fixed', 'note://fixed', true],
    ['note://fixed', 'note://fixed2', false],
    ['note://{id', 'note://{id', false],
    ['note://id}', 'note://id}', false],
    ['note://{}', 'note://', false],
    ['note://{a{b}}', 'note://x', false],
  ])('%s and %s: %s', (template, uri, expected) => expect(templateMatcher(template)(uri)).toBe(expected));

  it('matches every URI that the SDK clients expand from a template', () => {
    const operator = fc.constantFrom('', '+', '#', '.', '/', '?', '&');
    const expression = fc
      .tuple(operator, fc.constantFrom('a', 'b', 'c'))
      .map(([sign, name]) => ({ text: `{${sign}${name}}` }));
    const literal = fc.constantFrom('/', 'x', 'note://', '-', '.md').map((text) => ({ text }));
    const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(expression, literal), { maxLength: 8 }),
        fc.record({ a: value, b: value, c: value }),
        (parts, values) => {
          const template = parts.map(({ text }) => text).join('');
          expect(templateMatcher(template)(new UriTemplate(template).expand(values))).toBe(true);
        },
      ),
    );
  });

  it('is fast with an adversarial template', () => {
    // Backtracking would not finish before the test does.
    const matches = templateMatcher(`x://${'{+a}{b}'.repeat(70)}!`);
    expect(matches(`x://${'a'.repeat(4_000)}`)).toBe(false);
  });

  it('does not match URIs and templates beyond the limits', () => {
    expect(templateMatcher('x://{+a}')(`x://${'a'.repeat(4_100)}`)).toBe(false);
    expect(templateMatcher(`x://${'a'.repeat(520)}`)(`x://${'a'.repeat(520)}`)).toBe(false);
  });
});
