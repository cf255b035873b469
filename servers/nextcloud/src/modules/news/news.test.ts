import { describe, expect, it } from 'vitest';
import { type Connected, connect, USERS } from '../../fixtures/connect.ts';

interface Item {
  readonly id: number;
  readonly title: string;
  readonly feedId: number;
}

interface Items {
  readonly results: readonly Item[];
  readonly has_more: boolean;
  readonly oldest_id: number | null;
}

const ALL = ['Version 1.2', 'Version 1.1', 'Version 1.0', 'First', 'Second'];

describe('news', () => {
  it('lists folders and feeds with counts', async () => {
    await using nextcloud = await connect({ modules: ['news'], hasSamples: true });
    const { call } = nextcloud;
    const folders = (await call('nc_news_list_folders')) as { results: readonly { id: number }[] };
    expect(folders).toEqual({ results: [{ id: expect.any(Number), name: 'Software' }], total_count: 1 });
    expect(await call('nc_news_list_feeds')).toEqual({
      results: [
        expect.objectContaining({ title: 'Loopback Feed', folderId: null, unreadCount: 1 }),
        expect.objectContaining({ title: 'Release Notes', folderId: folders.results[0]?.id, unreadCount: 3 }),
      ],
      total_count: 2,
      starred_count: 1,
      newest_item_id: expect.any(Number),
    });
  });

  it.each([
    ['nc_news_list_items', {}, ALL],
    ['nc_news_list_items', { unread_only: true }, ALL.slice(0, 4)],
    ['nc_news_list_items', { starred_only: true }, ['Version 1.2']],
    ['nc_news_list_items', { feed_id: 'Loopback Feed' }, ['First', 'Second']],
    ['nc_news_list_items', { feed_id: 'Loopback Feed', unread_only: true }, ['First']],
    ['nc_news_list_items', { feed_id: 'Loopback Feed', starred_only: true }, []],
    ['nc_news_list_items', { folder_id: 'Software', starred_only: true }, ['Version 1.2']],
    ['nc_news_list_items', { folder_id: null, limit: 2 }, ALL.slice(0, 2)],
    ['nc_news_get_starred_items', {}, ['Version 1.2']],
    ['nc_news_get_unread_items', { limit: 3 }, ALL.slice(0, 3)],
  ])('%s with %j', async (tool, args, titles) => {
    await using nextcloud = await connect({ modules: ['news'], hasSamples: true });
    const { results, has_more } = (await nextcloud.call(tool, await withIds(nextcloud, args))) as Items;
    expect(results.map(({ title }) => title)).toEqual(titles);
    expect(has_more).toBe('limit' in args);
  });

  it('combines a folder or feed filter with starred items', async () => {
    await using nextcloud = await connect({ modules: ['news'], hasSamples: true });
    const { results } = (await nextcloud.call('nc_news_list_items')) as Items;
    await asAda(nextcloud, `items/${results[4]?.id}/star`);
    const starred = (await nextcloud.call('nc_news_list_items', { starred_only: true, unread_only: true })) as Items;
    expect(starred.results.map(({ title }) => title)).toEqual(['Version 1.2']);
    expect(await nextcloud.call('nc_news_get_starred_items')).toMatchObject({ total_count: 2 });
  });

  it('goes through all items page by page', async () => {
    await using nextcloud = await connect({ modules: ['news'], hasSamples: true });
    const titles: string[] = [];
    let offset = 0;
    for (let hasMore = true; hasMore; ) {
      const page = (await nextcloud.call('nc_news_list_items', { limit: 2, offset })) as Items;
      titles.push(...page.results.map(({ title }) => title));
      hasMore = page.has_more;
      offset = page.oldest_id ?? 0;
    }
    expect(titles).toEqual(ALL);
  });

  it('reads each item by its id', async () => {
    await using nextcloud = await connect({ modules: ['news'], hasSamples: true });
    const { results } = (await nextcloud.call('nc_news_list_items')) as Items;
    for (const item of results)
      expect(await nextcloud.call('nc_news_get_item', { item_id: item.id })).toEqual({
        item: { ...item, body: expect.stringMatching(/./), enclosureLink: null },
      });
  });

  it.each([
    ['Loopback Feed', { has_errors: true, error_count: 3, last_error: expect.stringContaining('refused') }],
    ['Release Notes', { has_errors: false, error_count: 0, last_error: null }],
  ])('reports the health of the feed %s', async (title, expected) => {
    await using nextcloud = await connect({ modules: ['news'], hasSamples: true });
    const args = await withIds(nextcloud, { feed_id: title });
    expect(await nextcloud.call('nc_news_get_feed_health', args)).toMatchObject({ title, ...expected });
  });

  it('returns the version of the app', async () => {
    await using nextcloud = await connect({ modules: ['news'] });
    expect(await nextcloud.call('nc_news_get_status')).toEqual({
      version: expect.any(String),
      warnings: { improperlyConfiguredCron: false, incorrectDbCharset: false },
    });
    expect(await nextcloud.call('nc_news_list_items')).toEqual({
      results: [],
      total_count: 0,
      has_more: false,
      oldest_id: null,
    });
  });

  it.each([
    ['nc_news_get_item', { item_id: 99_999 }, 'NOT_FOUND'],
    ['nc_news_get_feed_health', { feed_id: 99_999 }, 'NOT_FOUND'],
    ['nc_news_list_items', { feed_id: 1, folder_id: 1 }, 'INVALID_ARGUMENT'],
    ['nc_news_list_items', { limit: 0 }, 'INVALID_INPUT'],
    ['nc_news_get_starred_items', { offset: -1 }, 'INVALID_INPUT'],
  ])('%s refuses %j with %s', async (tool, args, code) => {
    await using nextcloud = await connect({ modules: ['news'], hasSamples: true });
    expect(await nextcloud.call(tool, args)).toMatchObject({ failed: { code } });
  });
});

/** Replaces names of feeds and folders by ids. */
async function withIds({ call }: Connected, args: object): Promise<Readonly<Record<string, unknown>>> {
  const ids = new Map<unknown, number>();
  for (const tool of ['nc_news_list_feeds', 'nc_news_list_folders']) {
    const { results } = (await call(tool)) as { results: readonly { id: number; title?: string; name?: string }[] };
    for (const { id, title, name } of results) ids.set(title ?? name, id);
  }
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, ids.get(value) ?? value]));
}

async function asAda({ emulator }: Connected, path: string): Promise<void> {
  const authorization = `Basic ${Buffer.from(`ada:${USERS.ada.password}`).toString('base64')}`;
  await fetch(`${emulator.url}/apps/news/api/v1-3/${path}`, { method: 'POST', headers: { authorization } });
}
