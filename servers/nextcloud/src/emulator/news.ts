import { createHash } from 'node:crypto';
import {
  after,
  type EmulatorApp,
  type EmulatorReply,
  type EmulatorRequest,
  fieldsOf,
  json,
  type World,
} from './app.ts';

interface Folder {
  readonly id: number;
  readonly user: string;
  readonly name: string;
}

interface Feed {
  readonly id: number;
  readonly user: string;
  readonly url: string;
  readonly title: string;
  readonly folderId: number | null;
  readonly added: number;
  readonly errors: number;
}

interface Item {
  readonly id: number;
  readonly feed: Feed;
  readonly guid: string;
  readonly url: string;
  readonly title: string;
  readonly pubDate: number;
  readonly body: string;
  lastModified: number;
  unread: boolean;
  starred: boolean;
}

interface Source {
  readonly title: string;
  /** Items with the newest id first. */
  readonly items: readonly (readonly [guid: string, title: string, body: string, pubDate: string])[];
}

/** Built-in feeds; the emulator never accesses the web. */
const SOURCES: ReadonlyMap<string, Source> = new Map([
  [
    'http://feeds.test/feed.xml',
    {
      title: 'Loopback Feed',
      items: [
        ['urn:x:1', 'First', 'Body one', '2025-12-01T10:00:00Z'],
        ['urn:x:2', 'Second', 'Body two', '2025-12-02T10:00:00Z'],
      ],
    },
  ],
  [
    'http://feeds.test/releases.xml',
    {
      title: 'Release Notes',
      items: [
        ['urn:r:3', 'Version 1.2', '<p>Faster search.</p>', '2026-03-02T08:00:00Z'],
        ['urn:r:2', 'Version 1.1', '<p>Dark mode.</p>', '2026-02-02T08:00:00Z'],
        ['urn:r:1', 'Version 1.0', '<p>The first release.</p>', '2026-01-02T08:00:00Z'],
      ],
    },
  ],
]);

/** The News app, version 1-3 of its API. */
export function createNewsApp(world: World): EmulatorApp {
  const folders = new Map<number, Folder>();
  const feeds = new Map<number, Feed>();
  const items = new Map<number, Item>();
  const now = (): number => Math.floor(world.now().getTime() / 1000);

  const addFolder = (user: string, name: string): Folder => {
    const folder: Folder = { id: world.nextId(), user, name };
    folders.set(folder.id, folder);
    return folder;
  };
  const addFeed = (user: string, url: string, source: Source, folderId: number | null, errors = 0): Feed => {
    const feed: Feed = { id: world.nextId(), user, url, title: source.title, folderId, added: now(), errors };
    feeds.set(feed.id, feed);
    for (const [guid, title, body, date] of source.items.toReversed()) {
      const id = world.nextId();
      const link = `http://feeds.test/${guid.split(':').at(-1)}`;
      const pubDate = Date.parse(date) / 1000;
      items.set(id, {
        id,
        feed,
        guid,
        url: link,
        title,
        pubDate,
        body,
        lastModified: now(),
        unread: true,
        starred: false,
      });
    }
    return feed;
  };
  if (world.hasSamples)
    for (const user of world.users.keys()) {
      const folder = addFolder(user, 'Software');
      // The second feed fails to update, so that nc_news_get_feed_health has an error to report.
      for (const [index, [url, source]] of [...SOURCES].entries())
        addFeed(user, url, source, index === 0 ? null : folder.id, index === 0 ? 3 : 0);
      const newest = itemsOf(items, user)[0];
      const oldest = itemsOf(items, user).at(-1);
      if (newest !== undefined) newest.starred = true;
      if (oldest !== undefined) oldest.unread = false;
    }

  const subscribe = (request: EmulatorRequest): EmulatorReply => {
    const { url, folderId } = fieldsOf(request);
    const source = SOURCES.get(String(url));
    if (source === undefined)
      return json(
        { message: `The emulator does not access the web. It knows ${[...SOURCES.keys()].join(', ')}.` },
        501,
      );
    if ([...feeds.values()].some((feed) => feed.user === request.user && feed.url === url))
      return json({ message: 'Feed with this URL already exists' }, 409);
    const feed = addFeed(request.user, String(url), source, typeof folderId === 'number' ? folderId : null);
    return json({
      feeds: [{ ...toFeed(feed), unreadCount: null, lastUpdateError: '' }],
      newestItemId: itemsOf(items, request.user)[0]?.id,
    });
  };
  const listFeeds = (user: string): EmulatorReply => {
    const own = itemsOf(items, user);
    const unreadIn = (feed: Feed): number => own.filter((item) => item.feed === feed && item.unread).length;
    return json({
      starredCount: own.filter(({ starred }) => starred).length,
      feeds: [...feeds.values()]
        .filter((feed) => feed.user === user)
        .map((feed) => ({ ...toFeed(feed), unreadCount: unreadIn(feed) })),
      ...(own[0] !== undefined && { newestItemId: own[0].id }),
    });
  };
  const mark = (user: string, id: number, action: string | undefined): EmulatorReply => {
    const item = items.get(id);
    if (item?.feed.user !== user) return json({ message: 'Item does not exist' }, 404);
    if (action === 'star' || action === 'unstar') item.starred = action === 'star';
    else if (action === 'read' || action === 'unread') item.unread = action === 'unread';
    else return { status: 404 };
    item.lastModified = now();
    return json([]);
  };
  const removeFeeds = (isRemoved: (feed: Feed) => boolean): void => {
    for (const feed of [...feeds.values()].filter(isRemoved)) {
      feeds.delete(feed.id);
      for (const item of [...items.values()]) if (item.feed === feed) items.delete(item.id);
    }
  };
  const handle = (request: EmulatorRequest, [kind, id, action]: readonly string[]): EmulatorReply => {
    const { method, user } = request;
    if (kind === 'items' && id !== undefined)
      return method === 'POST' ? mark(user, Number(id), action) : { status: 405, headers: HTML };
    switch (`${method} ${kind}`) {
      case 'GET version':
        return json({ version: VERSION });
      case 'GET status':
        return json({ version: VERSION, warnings: { improperlyConfiguredCron: false, incorrectDbCharset: false } });
      case 'GET folders':
        return json({ folders: [...folders.values()].filter((folder) => folder.user === user).map(toFolder) });
      case 'POST folders':
        return json({ folders: [toFolder(addFolder(user, String(fieldsOf(request)['name'] ?? '')))] });
      case 'DELETE folders':
        if (folders.get(Number(id))?.user !== user) return json({ message: 'Folder does not exist' }, 404);
        folders.delete(Number(id));
        removeFeeds((feed) => feed.folderId === Number(id));
        return json([]);
      case 'GET feeds':
        return listFeeds(user);
      case 'POST feeds':
        return subscribe(request);
      case 'DELETE feeds':
        if (feeds.get(Number(id))?.user !== user) return json({ message: 'Feed does not exist' }, 404);
        removeFeeds((feed) => feed.id === Number(id));
        return json([]);
      case 'GET items':
        return json({ items: selectItems(itemsOf(items, user), request.query).map(toItem) });
      default:
        return { status: 404 };
    }
  };
  return {
    name: 'news',
    snapshot: () => ({
      folders: [...folders.values()],
      feeds: [...feeds.values()].map(({ added: _, ...feed }) => feed),
      items: [...items.values()].map(({ id, unread, starred }) => ({ id, unread, starred })),
    }),
    handle: (request) => {
      const rest = after(request.path, 'apps', 'news', 'api', 'v1-3');
      return rest === undefined ? undefined : handle(request, rest);
    },
  };
}

const VERSION = '27.2.0';
const HTML = { 'content-type': 'text/html; charset=UTF-8' };

/** Newest id first. */
const itemsOf = (items: ReadonlyMap<number, Item>, user: string): readonly Item[] =>
  [...items.values()].filter(({ feed }) => feed.user === user).toSorted((one, other) => other.id - one.id);

function selectItems(own: readonly Item[], query: URLSearchParams): readonly Item[] {
  const [type, id] = [Number(query.get('type') ?? 3), Number(query.get('id') ?? 0)];
  const [size, offset] = [Number(query.get('batchSize') ?? -1), Number(query.get('offset') ?? 0)];
  const isOldestFirst = query.get('oldestFirst') === 'true';
  const selected = own.filter((item) => {
    if (type === 0) return item.feed.id === id;
    if (type === 1) return (item.feed.folderId ?? 0) === id;
    return type === 2 ? item.starred : true;
  });
  const ordered = isOldestFirst ? selected.toReversed() : selected;
  return (
    ordered
      // News ignores `getRead` for starred items.
      .filter((item) => type === 2 || query.get('getRead') !== 'false' || item.unread)
      .filter((item) => offset === 0 || (isOldestFirst ? item.id > offset : item.id < offset))
      .slice(0, size < 0 ? undefined : size)
  );
}

const toFolder = ({ id, name }: Folder): object => ({ id, name, opened: true, feeds: [] });

const toFeed = ({ id, url, title, added, folderId, errors }: Feed): object => ({
  id,
  url,
  title,
  faviconLink: null,
  added,
  folderId,
  unreadCount: 0,
  ordering: 0,
  link: 'http://feeds.test/',
  pinned: false,
  updateErrorCount: errors,
  lastUpdateError: errors === 0 ? null : 'The feed could not be fetched: connection refused',
  items: [],
  nextUpdateTime: null,
});

function toItem({ feed, guid, body, ...item }: Item): object {
  const hash = md5(body);
  return {
    ...item,
    guid,
    guidHash: md5(guid),
    author: null,
    updatedDate: null,
    body,
    enclosureMime: null,
    enclosureLink: null,
    mediaThumbnail: null,
    mediaDescription: null,
    feedId: feed.id,
    rtl: false,
    fingerprint: hash,
    contentHash: hash,
  };
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
