import { type ContractWorld, type ModuleContract, NotRun, type Reply } from '../contract.ts';

/** No tool subscribes to a feed, so these cases read the existing feeds of the account. */
async function firstFeed({ call }: ContractWorld): Promise<{ readonly feed_id: unknown }> {
  const [feed] = (await call('nc_news_list_feeds'))['results'] as readonly Reply[];
  if (feed === undefined) throw new NotRun('The account follows no feed; subscribe to one in News.');
  return { feed_id: feed['id'] };
}

async function firstItem({ call }: ContractWorld): Promise<{ readonly item_id: unknown }> {
  const [item] = (await call('nc_news_list_items', { limit: 1 }))['results'] as readonly Reply[];
  if (item === undefined) throw new NotRun('The feeds of the account have no item yet.');
  return { item_id: item['id'] };
}

export const newsContract: ModuleContract = {
  module: 'news',
  observe: async ({ call }) => ({
    folders: await call('nc_news_list_folders'),
    feeds: await call('nc_news_list_feeds'),
    // Unread and starred are members of an item.
    items: await call('nc_news_list_items', { limit: 500 }),
  }),
  cases: [
    { tool: 'nc_news_get_status', prepare: async () => ({}) },
    { tool: 'nc_news_list_folders', prepare: async () => ({}) },
    { tool: 'nc_news_list_feeds', prepare: async () => ({}) },
    { tool: 'nc_news_list_items', prepare: async () => ({ limit: 5 }) },
    { tool: 'nc_news_list_items', prepare: async (world) => ({ ...(await firstFeed(world)), unread_only: true }) },
    { tool: 'nc_news_get_item', prepare: firstItem },
    { tool: 'nc_news_get_starred_items', prepare: async () => ({}) },
    { tool: 'nc_news_get_unread_items', prepare: async () => ({}) },
    { tool: 'nc_news_get_feed_health', prepare: firstFeed },
  ],
};
