import type { Module } from '../module.ts';
import {
  getFeedHealth,
  getItem,
  getStarredItems,
  getStatus,
  getUnreadItems,
  listFeeds,
  listFolders,
  listItems,
} from './tools.ts';

export const news: Module = {
  name: 'news',
  app: 'news',
  probe: ['apps', 'news', 'api', 'v1-3', 'version'],
  tools: [listFolders, listFeeds, listItems, getItem, getStarredItems, getUnreadItems, getFeedHealth, getStatus],
};
