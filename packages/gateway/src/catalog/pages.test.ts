import { describe, expect, it } from 'vitest';
import type { Catalog } from '../model/catalog.ts';
import { createCatalogBuilder } from './builder.ts';
import { entryMark, toCursor } from './cursor.ts';
import { OPTIONS, offerOf, toolOf } from './fixtures/offers.ts';

const numbered = (server: string, count: number) =>
  offerOf(server, { tools: Array.from({ length: count }, (_, index) => toolOf(`t${index}`)) });
const build = (pageSize: number, ...offers: Parameters<ReturnType<typeof createCatalogBuilder>['build']>[0]): Catalog =>
  createCatalogBuilder({ ...OPTIONS, pageSize }).build(offers);

interface Page {
  readonly tools: readonly { readonly name: string }[];
  readonly nextCursor?: string;
}
const page = (catalog: Catalog, cursor?: string): Page =>
  JSON.parse(String(catalog.page('tools/list', 'legacy', cursor)));
const names = ({ tools }: Page): readonly string[] => tools.map(({ name }) => name);

describe('pages', () => {
  it('are built once and reused', () => {
    const catalog = build(0, numbered('a', 3));
    const first = catalog.page('tools/list', 'modern', undefined);
    expect(catalog.page('tools/list', 'modern', undefined)).toBe(first);
    expect(catalog.page('tools/list', 'legacy', undefined)).not.toBe(first);
  });

  it.each([
    [1, [1, 1, 1, 1, 1]],
    [2, [2, 2, 1]],
    [4, [4, 1]],
    [5, [5]],
    [9, [5]],
    [0, [5]],
  ])('of %d have %j entries', (pageSize, sizes) => {
    const catalog = build(pageSize, numbered('a', 3), numbered('b', 2));
    const seen: Page[] = [page(catalog)];
    for (let next = seen[0]?.nextCursor; next !== undefined; next = seen.at(-1)?.nextCursor) {
      seen.push(page(catalog, next));
    }
    expect(seen.map(({ tools }) => tools.length)).toEqual(sizes);
    expect(seen.flatMap(names)).toEqual(['a__t0', 'a__t1', 'a__t2', 'b__t0', 'b__t1']);
  });

  it.each([
    ['nothing changes', [numbered('a', 3), numbered('b', 3)], ['a__t2', 'b__t0']],
    ['a server comes before', [numbered('new', 5), numbered('a', 3)], ['a__t2']],
    ['the last tool of the page was removed', [offerOf('a', { tools: [toolOf('t0'), toolOf('t2')] })], ['a__t2']],
    ['all tools were removed', [], []],
  ])('continue after the last entry when %s', (_case, offers, expected) => {
    const { nextCursor } = page(build(2, numbered('a', 3), numbered('b', 3)));
    expect(names(page(build(2, ...offers), nextCursor))).toEqual(expected);
  });

  it('continue to the end when paging was disabled in between', () => {
    const { nextCursor } = page(build(2, numbered('a', 5)));
    expect(names(page(build(0, numbered('a', 5)), nextCursor))).toEqual(['a__t2', 'a__t3', 'a__t4']);
  });

  it('can end with a URI of any length', () => {
    const resources = ['x'.repeat(250_000), 'y'.repeat(250_000), 'z'].map((uri) => ({
      uri: `x:${uri}`,
      name: 'x',
    }));
    const catalog = build(1, offerOf('a', { resources }));
    const uris: unknown[] = [];
    let cursor: string | undefined;
    do {
      const json = JSON.parse(String(catalog.page('resources/list', 'legacy', cursor)));
      uris.push(json.resources[0].uri);
      cursor = json.nextCursor;
      expect(cursor?.length ?? 0).toBeLessThan(100);
    } while (cursor !== undefined);
    expect(uris).toEqual(resources.map(({ uri }) => uri));
  });

  it.each([
    ['nonsense', 'nonsense'],
    ['an empty text', ''],
    ['JSON of another kind', Buffer.from('{"a":1}').toString('base64url')],
    ['a cursor of another list', toCursor('prompts/list', { mark: entryMark('a__t0'), position: 0 })],
    ['a negative position', toCursor('tools/list', { mark: entryMark('a__t0'), position: -1 })],
    ['a fractional position', toCursor('tools/list', { mark: entryMark('a__t0'), position: 0.5 })],
    ['an oversized cursor', toCursor('tools/list', { mark: 'x'.repeat(20_000), position: 0 })],
  ])('are undefined for %s', (_case, cursor) => {
    expect(build(2, numbered('a', 3)).page('tools/list', 'legacy', cursor)).toBeUndefined();
  });

  it('at irregular positions are not cached, to bound memory', () => {
    const catalog = build(2, numbered('a', 9));
    const ask = (position: number) =>
      catalog.page('tools/list', 'legacy', toCursor('tools/list', { mark: entryMark(`a__t${position}`), position }));
    expect(ask(2)).not.toBe(ask(2));
    expect(ask(3)).toBe(ask(3));
  });

  it('count bytes, not characters', () => {
    const catalog = build(0, offerOf('a', { tools: [toolOf('x', { title: 'Größe 🙂' }), toolOf('y')] }));
    expect(page(catalog).tools).toMatchObject([{ title: 'Größe 🙂' }, { name: 'a__y' }]);
  });
});
