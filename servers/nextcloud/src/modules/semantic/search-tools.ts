import * as z from 'zod';
import { DOCUMENT_TYPES } from '../../semantic/document-source.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { READ } from '../../tools/hints.ts';
import {
  contextChars,
  Found,
  findDocuments,
  fusion,
  includeContext,
  limit,
  query,
  scoreThreshold,
} from './find-documents.ts';

export const semanticSearch = defineTool({
  name: 'nc_semantic_search',
  title: 'Semantic Search',
  description: 'Finds documents by meaning and by words, best match first, each with its best passage.',
  hints: READ,
  scopes: ['semantic:read'],
  input: z.object({
    query,
    limit: limit.default(10),
    doc_types: z.array(z.enum(DOCUMENT_TYPES)).nullable().default(null).describe('Only these kinds; null for all'),
    score_threshold: scoreThreshold.default(0),
    fusion,
    include_context: includeContext,
    context_chars: contextChars,
  }),
  output: z.object({
    query: z.string(),
    total_found: z.int(),
    search_method: z.string(),
    results: z.array(Found).readonly(),
  }),
  run: async (args, work) => {
    const results = await findDocuments(work, {
      query: args.query,
      limit: args.limit,
      fusion: args.fusion,
      scoreThreshold: args.score_threshold,
      ...(args.doc_types !== null && { types: args.doc_types }),
      contextChars: args.include_context ? args.context_chars : undefined,
    });
    return { query: args.query, total_found: results.length, search_method: `hybrid_${args.fusion}`, results };
  },
});

export const vectorSyncStatus = defineTool({
  name: 'nc_get_vector_sync_status',
  title: 'Check Indexing Status',
  description: 'Tells how many documents semantic search has indexed, and how many are waiting.',
  hints: READ,
  scopes: ['semantic:read'],
  output: z.object({
    indexed_count: z.int(),
    pending_count: z.int(),
    status: z.enum(['idle', 'syncing', 'disabled', 'unknown']),
    enabled: z.boolean(),
  }),
  run: async (_, { semantic, nextcloud }) => {
    if (semantic === undefined)
      return { indexed_count: 0, pending_count: 0, status: 'disabled' as const, enabled: false };
    const { indexed, pending, status } = semantic.status(nextcloud);
    return { indexed_count: indexed, pending_count: pending, status, enabled: true };
  },
});
