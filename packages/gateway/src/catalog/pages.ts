import { type Era, type JsonObject, META } from '@toolmark/base';
import type { ListMethod } from '../model/catalog.ts';
import { entryMark, fromCursor, toCursor } from './cursor.ts';
import { lazy } from './lazy.ts';

/** An entry of a list as JSON bytes, serialized on first use. */
export interface PreparedEntry extends Readonly<Record<Era, () => Buffer>> {
  readonly exposed: string;
}

/** The cache time and scope of a list. */
export interface Freshness {
  readonly ttlMs: number;
  readonly cacheScope: 'public' | 'private';
}

export interface PagesOptions {
  readonly lists: Readonly<Record<ListMethod, readonly PreparedEntry[]>>;
  readonly pageSize: number;
  readonly freshness: Readonly<Record<ListMethod, Freshness>>;
  readonly serverInfo: JsonObject;
}

/** The field of each list in its result. */
const FIELDS: Readonly<Record<ListMethod, string>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
};

const COMMA = Buffer.from(',');

/** Serves lists as bytes. A page is built once per era and then reused. */
export function createPages(
  options: PagesOptions,
): (list: ListMethod, era: Era, cursor: string | undefined) => Buffer | undefined {
  const { lists, pageSize } = options;
  const ready = new Map<string, Buffer>();
  const positions = forEachList((list) => lazy(() => indexPositions(lists[list])));
  const modernTails = forEachList((list) => modernTail(list, options));

  /** Continues after the last entry of the previous page, or at its position if it was removed. */
  const startOf = (list: ListMethod, cursor: string): number | undefined => {
    const end = fromCursor(list, cursor);
    if (end === undefined) return undefined;
    const entry = lists[list][end.position];
    const isUnmoved = entry !== undefined && entryMark(entry.exposed) === end.mark;
    const found = isUnmoved ? end.position : positions[list]().get(end.mark);
    // The entries after a removed one have moved up to its position.
    return found === undefined ? Math.min(end.position, lists[list].length) : found + 1;
  };

  const make = (list: ListMethod, era: Era, start: number): Buffer => {
    const entries = lists[list];
    const stop = pageSize === 0 ? entries.length : Math.min(start + pageSize, entries.length);
    const last = entries[stop - 1];
    const next =
      stop < entries.length && last !== undefined
        ? `,"nextCursor":"${toCursor(list, { mark: entryMark(last.exposed), position: stop - 1 })}"`
        : '';
    const parts: Buffer[] = [Buffer.from(`{"${FIELDS[list]}":[`)];
    for (const [index, entry] of entries.slice(start, stop).entries()) {
      if (index > 0) parts.push(COMMA);
      parts.push(entry[era]());
    }
    const tail = era === 'legacy' ? '' : modernTails[list];
    // Concatenating bytes takes a third of the time of concatenating and encoding text.
    return Buffer.concat([...parts, Buffer.from(`]${next}${tail}}`)]);
  };

  return (list, era, cursor) => {
    const start = cursor === undefined ? 0 : startOf(list, cursor);
    if (start === undefined) return undefined;
    // Only regular pages are cached, otherwise one page per entry could be requested.
    const isRegular = pageSize === 0 ? start === 0 : start % pageSize === 0;
    if (!isRegular) return make(list, era, start);
    const key = `${era} ${start} ${list}`;
    const page = ready.get(key) ?? make(list, era, start);
    ready.set(key, page);
    return page;
  };
}

function forEachList<Value>(make: (list: ListMethod) => Value): Readonly<Record<ListMethod, Value>> {
  return {
    'tools/list': make('tools/list'),
    'prompts/list': make('prompts/list'),
    'resources/list': make('resources/list'),
    'resources/templates/list': make('resources/templates/list'),
  };
}

function modernTail(list: ListMethod, { freshness, serverInfo }: PagesOptions): string {
  const fields = { resultType: 'complete', ...freshness[list], _meta: { [META.serverInfo]: serverInfo } };
  return `,${JSON.stringify(fields).slice(1, -1)}`;
}

function indexPositions(entries: readonly PreparedEntry[]): ReadonlyMap<string, number> {
  return new Map(entries.map(({ exposed }, index) => [entryMark(exposed), index]));
}
