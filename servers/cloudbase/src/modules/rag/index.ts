import type { Module } from '../modules.ts';
import { searchKnowledgeBase } from './search-knowledge-base.ts';

export const rag: Module = { name: 'rag', tools: [searchKnowledgeBase] };
