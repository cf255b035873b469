import type { Era } from '@toolmark/base';
import type { Catalog } from '../../model/catalog.ts';

/** The cursor of the next page is near the end of a page. */
const TAIL_BYTES = 2_048;
const MAX_PAGES = 1_000;

/** All pages of a full tool list, as a client would receive them. */
export function listAllPages(catalog: Pick<Catalog, 'page'>, era: Era): readonly Buffer[] {
  const pages: Buffer[] = [];
  let cursor: string | undefined;
  do {
    const page = catalog.page('tools/list', era, cursor);
    if (page === undefined) break;
    pages.push(page);
    cursor = /"nextCursor":"([^"\\]+)"/.exec(page.subarray(-TAIL_BYTES).toString('utf8'))?.[1];
  } while (cursor !== undefined && pages.length < MAX_PAGES);
  return pages;
}
