import { createHash } from 'node:crypto';
import { convert } from 'html-to-text';
import { NextcloudError } from '../errors.ts';
import { createNewsApi } from '../modules/news/news-api.ts';
import type { RawItem } from '../modules/news/raw.ts';
import type { DocumentSource, SourceDocument } from './document-source.ts';

/** The number of starred and of unread items to index, newest first. */
const MAX_ITEMS = 1_000;

/** News items that are starred or unread. */
export const newsSource: DocumentSource = {
  type: 'news_item',
  list: async (nextcloud, signal) => {
    const news = createNewsApi(nextcloud, signal);
    const newest = { limit: MAX_ITEMS, before: 0 };
    const starred = await news.items({ ...newest, isStarred: true, isUnread: false });
    const unread = await news.items({ ...newest, isStarred: false, isUnread: true });
    const items = new Map([...starred.items, ...unread.items].map((item) => [item.id, item]));
    return Array.from(items.values(), (item) => {
      const version = versionOf(item);
      return { id: String(item.id), version, load: async () => toDocument(item) };
    });
  },
  read: async (nextcloud, id, signal) => {
    try {
      return toDocument(await createNewsApi(nextcloud, signal).item(Number(id)));
    } catch (error) {
      if (error instanceof NextcloudError && (error.code === 'NOT_FOUND' || error.status === 403)) return undefined;
      throw error;
    }
  },
};

/** A hash of the content: the app's time of change also changes when an item is starred or read. */
const versionOf = ({ title, body }: RawItem): string =>
  createHash('sha256')
    .update(JSON.stringify([title, body]))
    .digest('hex');

const toDocument = (item: RawItem): SourceDocument => ({
  id: String(item.id),
  version: versionOf(item),
  title: item.title ?? '',
  category: '',
  text: convert(item.body ?? '', {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
    ],
  }),
});
