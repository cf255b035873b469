import type * as z from 'zod';
import { NextcloudError } from '../../errors.ts';
import type { Nextcloud } from '../../http/nextcloud.ts';
import { type RawFeed, RawFeeds, RawFolders, type RawItem, RawItems, RawStatus } from './raw.ts';

/** The filters for items. */
interface ItemQuery {
  readonly feedId?: number | undefined;
  readonly folderId?: number | undefined;
  readonly isStarred: boolean;
  readonly isUnread: boolean;
  readonly limit: number;
  /** Only items with lower ids; 0 for the newest. */
  readonly before: number;
}

export interface ItemPage {
  readonly items: readonly RawItem[];
  readonly hasMore: boolean;
  /** Where the next page begins. */
  readonly oldestId: number | undefined;
}

const BASE = ['apps', 'news', 'api', 'v1-3'];
/** The kinds of selection that the app knows. */
const TYPE = { feed: 0, folder: 1, starred: 2, all: 3 } as const;
const MIN_BATCH = 100;
/** The maximum number of requests for one page: filters that the app cannot combine may need several. */
const MAX_REQUESTS = 50;

/** A client for the News app. */
export function createNewsApi(nextcloud: Nextcloud, signal: AbortSignal): NewsApi {
  const get = <Schema extends z.ZodType>(
    schema: Schema,
    part: string,
    what: string,
    query: Readonly<Record<string, string | number | boolean>> = {},
  ) => nextcloud.json(schema, { method: 'GET', path: [...BASE, part], what, query, signal });
  const batch = async (type: number, id: number, before: number, size: number, getRead = true) => {
    const query = { batchSize: size, offset: before, type, id, getRead, oldestFirst: false };
    return (await get(RawItems, 'items', 'news items', query)).items;
  };
  const feeds = () => get(RawFeeds, 'feeds', 'your feeds');
  return {
    folders: async () => (await get(RawFolders, 'folders', 'your folders')).folders,
    feeds,
    feed: async (id) => {
      const found = (await feeds()).feeds.find((feed) => feed.id === id);
      if (found !== undefined) return found;
      throw new NextcloudError('NOT_FOUND', `There is no feed ${id}. List feeds with nc_news_list_feeds.`);
    },
    item: async (id) => {
      // The app has no endpoint for a single item, so request the newest items up to this id.
      const found = (await batch(TYPE.all, 0, id + 1, 2)).find((item) => item.id === id);
      if (found !== undefined) return found;
      throw new NextcloudError('NOT_FOUND', `There is no news item ${id}. List items with nc_news_list_items.`);
    },
    items: async ({ feedId, folderId, isStarred, isUnread, limit, before }) => {
      const [type, id] = selectionOf(feedId, folderId, isStarred);
      const size = Math.max(limit + 1, MIN_BATCH);
      const found: RawItem[] = [];
      let oldest = before;
      let isEnd = false;
      for (let count = 0; count < MAX_REQUESTS && found.length <= limit && !isEnd; count++) {
        const items = await batch(type, id, oldest, size, !isUnread);
        const older = items.filter((item) => oldest === 0 || item.id < oldest);
        found.push(...older.filter((item) => (!isStarred || item.starred) && (!isUnread || item.unread)));
        const last = older.at(-1);
        isEnd = last === undefined || items.length < size;
        oldest = last?.id ?? oldest;
      }
      const page = found.slice(0, limit);
      const isFull = found.length > limit;
      // If the request limit was reached before the page was full, the next page continues after the last item examined.
      const oldestId = isFull || isEnd ? page.at(-1)?.id : oldest;
      return { items: page, hasMore: isFull || !isEnd, oldestId };
    },
    status: () => get(RawStatus, 'status', 'the status of News'),
  };
}

export interface NewsApi {
  readonly folders: () => Promise<readonly { readonly id: number; readonly name: string }[]>;
  readonly feeds: () => Promise<RawFeeds>;
  readonly feed: (id: number) => Promise<RawFeed>;
  readonly item: (id: number) => Promise<RawItem>;
  /** Newest first; applies all filters, including combinations that the app does not support. */
  readonly items: (query: ItemQuery) => Promise<ItemPage>;
  readonly status: () => Promise<z.output<typeof RawStatus>>;
}

function selectionOf(
  feedId: number | undefined,
  folderId: number | undefined,
  isStarred: boolean,
): readonly [type: number, id: number] {
  if (feedId !== undefined) return [TYPE.feed, feedId];
  if (folderId !== undefined) return [TYPE.folder, folderId];
  return [isStarred ? TYPE.starred : TYPE.all, 0];
}
