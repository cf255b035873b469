import type { Era } from '@toolmark/base';
import type { Catalog } from '../../model/catalog.ts';

/** The cursor of the next page stands near the end of a page. */
const TAIL_BYTES = 2_048;
const MOST_PAGES = 1_000;

/** Every page of what a client would be sent if it were listed every tool. */
export function listingOf(catalog: Pick<Catalog, 'page'>, era: Era): readonly Buffer[] {
  const pages: Buffer[] = [];
  let cursor: string | undefined;
  do {
    const page = catalog.page('tools/list', era, cursor);
    if (page === undefined) break;
    pages.push(page);
    cursor = /"nextCursor":"([^"\\]+)"/.exec(page.subarray(-TAIL_BYTES).toString('utf8'))?.[1];
  } while (cursor !== undefined && pages.length < MOST_PAGES);
  return pages;
}
