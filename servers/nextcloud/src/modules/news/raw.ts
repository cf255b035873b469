import * as z from 'zod';

// The used parts of the News app's replies.

export const RawFolders = z.object({ folders: z.array(z.object({ id: z.int(), name: z.string() })) });

export const RawFeed = z.object({
  id: z.int(),
  url: z.string(),
  title: z.string().nullish(),
  link: z.string().nullish(),
  folderId: z.int().nullish(),
  unreadCount: z.int().nullish(),
  updateErrorCount: z.int().nullish(),
  lastUpdateError: z.string().nullish(),
});
export type RawFeed = z.output<typeof RawFeed>;

export const RawFeeds = z.object({
  feeds: z.array(RawFeed),
  starredCount: z.int().nullish(),
  newestItemId: z.int().nullish(),
});
export type RawFeeds = z.output<typeof RawFeeds>;

export const RawItem = z.object({
  id: z.int(),
  url: z.string().nullish(),
  title: z.string().nullish(),
  author: z.string().nullish(),
  pubDate: z.int().nullish(),
  body: z.string().nullish(),
  enclosureLink: z.string().nullish(),
  feedId: z.int(),
  unread: z.boolean(),
  starred: z.boolean(),
});
export type RawItem = z.output<typeof RawItem>;
export const RawItems = z.object({ items: z.array(RawItem) });

export const RawStatus = z.object({
  version: z.string(),
  warnings: z.object({ improperlyConfiguredCron: z.boolean(), incorrectDbCharset: z.boolean() }).nullish(),
});
