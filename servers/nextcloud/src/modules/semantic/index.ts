import type { Module } from '../module.ts';
import { semanticSearchAnswer } from './answer-tool.ts';
import { semanticSearch, vectorSyncStatus } from './search-tools.ts';

export const semantic: Module = {
  name: 'semantic',
  app: undefined,
  tools: [semanticSearch, semanticSearchAnswer, vectorSyncStatus],
};
