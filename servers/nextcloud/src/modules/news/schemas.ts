import * as z from 'zod';
import type { ItemPage } from './news-api.ts';
import type { RawFeed, RawItem } from './raw.ts';

export const Feed = z.object({
  id: z.number(),
  title: z.string(),
  url: z.string(),
  folderId: z.number().nullable(),
  unreadCount: z.number(),
});

export const ItemSummary = z.object({
  id: z.number(),
  title: z.string(),
  url: z.string(),
  feedId: z.number(),
  author: z.string(),
  pubDate: z.string().nullable(),
  unread: z.boolean(),
  starred: z.boolean(),
});

export const Item = ItemSummary.extend({ body: z.string().describe('HTML'), enclosureLink: z.string().nullable() });

export const Items = z.object({
  results: z.array(ItemSummary).readonly(),
  total_count: z.number().describe('Of these results'),
  has_more: z.boolean(),
  oldest_id: z.number().nullable().describe('offset of the next page'),
});

export const limit = z.int().min(1).max(500).default(50).describe('At most so many');
export const offset = z.int().min(0).default(0).describe('Only items older than this id; 0 for the newest');

export const toFeed = ({ id, title, url, folderId, unreadCount }: RawFeed): z.output<typeof Feed> => ({
  id,
  title: title ?? '',
  url,
  folderId: folderId ?? null,
  unreadCount: unreadCount ?? 0,
});

const toSummary = (item: RawItem): z.output<typeof ItemSummary> => ({
  id: item.id,
  title: item.title ?? '',
  url: item.url ?? '',
  feedId: item.feedId,
  author: item.author ?? '',
  pubDate: item.pubDate == null ? null : new Date(item.pubDate * 1000).toISOString(),
  unread: item.unread,
  starred: item.starred,
});

export const toItem = (item: RawItem): z.output<typeof Item> => ({
  ...toSummary(item),
  body: item.body ?? '',
  enclosureLink: item.enclosureLink ?? null,
});

export const toItems = ({ items, hasMore, oldestId }: ItemPage): z.output<typeof Items> => ({
  results: items.map(toSummary),
  total_count: items.length,
  has_more: hasMore,
  oldest_id: oldestId ?? null,
});
