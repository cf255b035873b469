import * as z from 'zod';
import { invalidArgument } from '../../errors.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { READ } from '../../tools/hints.ts';
import { createNewsApi } from './news-api.ts';
import { Feed, Item, Items, limit, offset, toFeed, toItem, toItems } from './schemas.ts';

const rights = { hints: READ, scopes: ['news:read'] } as const;
const feedId = z.int().min(1).describe('Feed id');

export const listFolders = defineTool({
  ...rights,
  name: 'nc_news_list_folders',
  title: 'List News Folders',
  description: 'Lists the folders of your feeds.',
  output: z.object({
    results: z.array(z.object({ id: z.number(), name: z.string() })).readonly(),
    total_count: z.number(),
  }),
  run: async (_, { nextcloud, signal }) => {
    const results = await createNewsApi(nextcloud, signal).folders();
    return { results, total_count: results.length };
  },
});

export const listFeeds = defineTool({
  ...rights,
  name: 'nc_news_list_feeds',
  title: 'List News Feeds',
  description: 'Lists the feeds you follow.',
  output: z.object({
    results: z.array(Feed).readonly(),
    total_count: z.number(),
    starred_count: z.number(),
    newest_item_id: z.number().nullable(),
  }),
  run: async (_, { nextcloud, signal }) => {
    const { feeds, starredCount, newestItemId } = await createNewsApi(nextcloud, signal).feeds();
    return {
      results: feeds.map(toFeed),
      total_count: feeds.length,
      starred_count: starredCount ?? 0,
      newest_item_id: newestItemId ?? null,
    };
  },
});

export const listItems = defineTool({
  ...rights,
  name: 'nc_news_list_items',
  title: 'List News Items',
  description: 'Lists items, newest first. Read the text of one with nc_news_get_item.',
  input: z.object({
    feed_id: feedId.nullable().optional().describe('Only this feed'),
    folder_id: z.int().min(0).nullable().optional().describe('Only this folder'),
    starred_only: z.boolean().default(false).describe('Only starred ones'),
    unread_only: z.boolean().default(false).describe('Only unread ones'),
    limit,
    offset,
  }),
  output: Items,
  run: async ({ feed_id, folder_id, starred_only, unread_only, limit, offset }, { nextcloud, signal }) => {
    if (feed_id != null && folder_id != null) throw invalidArgument('Give feed_id or folder_id, not both.');
    return toItems(
      await createNewsApi(nextcloud, signal).items({
        feedId: feed_id ?? undefined,
        folderId: folder_id ?? undefined,
        isStarred: starred_only,
        isUnread: unread_only,
        limit,
        before: offset,
      }),
    );
  },
});

export const getItem = defineTool({
  ...rights,
  name: 'nc_news_get_item',
  title: 'Get News Item',
  description: 'Reads a news item with its text.',
  input: z.object({ item_id: z.int().min(1).describe('Item id') }),
  output: z.object({ item: Item }),
  run: async ({ item_id }, { nextcloud, signal }) => ({
    item: toItem(await createNewsApi(nextcloud, signal).item(item_id)),
  }),
});

export const getStarredItems = defineTool({
  ...rights,
  name: 'nc_news_get_starred_items',
  title: 'Get Starred News Items',
  description: 'Lists starred items, newest first.',
  input: z.object({ limit, offset }),
  output: Items,
  run: async ({ limit, offset: before }, { nextcloud, signal }) =>
    toItems(await createNewsApi(nextcloud, signal).items({ isStarred: true, isUnread: false, limit, before })),
});

export const getUnreadItems = defineTool({
  ...rights,
  name: 'nc_news_get_unread_items',
  title: 'Get Unread News Items',
  description: 'Lists unread items, newest first. They stay unread.',
  input: z.object({ limit, offset }),
  output: Items,
  run: async ({ limit, offset: before }, { nextcloud, signal }) =>
    toItems(await createNewsApi(nextcloud, signal).items({ isStarred: false, isUnread: true, limit, before })),
});

export const getFeedHealth = defineTool({
  ...rights,
  name: 'nc_news_get_feed_health',
  title: 'Get News Feed Health',
  description: 'Says whether a feed could be updated, and what went wrong last.',
  input: z.object({ feed_id: feedId }),
  output: z.object({
    feed_id: z.number(),
    title: z.string(),
    url: z.string(),
    has_errors: z.boolean(),
    error_count: z.number(),
    last_error: z.string().nullable(),
  }),
  run: async ({ feed_id }, { nextcloud, signal }) => {
    const { title, url, updateErrorCount, lastUpdateError } = await createNewsApi(nextcloud, signal).feed(feed_id);
    const count = updateErrorCount ?? 0;
    return {
      feed_id,
      title: title ?? '',
      url,
      has_errors: count > 0,
      error_count: count,
      last_error: lastUpdateError || null,
    };
  },
});

export const getStatus = defineTool({
  ...rights,
  name: 'nc_news_get_status',
  title: 'Get News App Status',
  description: 'Says the version of the News app and warns of settings that keep feeds from being updated.',
  output: z.object({
    version: z.string(),
    warnings: z.object({ improperlyConfiguredCron: z.boolean(), incorrectDbCharset: z.boolean() }),
  }),
  run: async (_, { nextcloud, signal }) => {
    const { version, warnings } = await createNewsApi(nextcloud, signal).status();
    return { version, warnings: warnings ?? { improperlyConfiguredCron: false, incorrectDbCharset: false } };
  },
});
