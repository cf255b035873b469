import type { Module } from '../module.ts';
import { createShare, deleteShare, getShare, listShares, updateShare } from './tools.ts';

export const sharing: Module = {
  name: 'sharing',
  app: 'files_sharing',
  tools: [createShare, deleteShare, getShare, listShares, updateShare],
};
