import * as z from 'zod';
import { NextcloudError } from '../../errors.ts';
import { DOCUMENT_TYPES } from '../../semantic/document-source.ts';
import { FUSIONS } from '../../semantic/fuse.ts';
import type { FoundDocument, SearchQuery } from '../../semantic/search-documents.ts';
import type { Work } from '../../tools/define-tool.ts';

export const query = z.string().trim().min(1).max(1_000).describe('Question or words');
export const fusion = z.enum(FUSIONS).default('rrf').describe('How full text and vector ranks are merged');
export const includeContext = z.boolean().default(false).describe('Add the text around each excerpt');
export const contextChars = z.int().min(0).max(5_000).default(300).describe('Characters of context on each side');
export const limit = z.int().min(1).max(50).describe('Most documents');
export const scoreThreshold = z.number().min(0).max(1).describe('Lowest score; 1 is that of the best match');

export const Found = z.object({
  id: z.int(),
  doc_type: z.enum(DOCUMENT_TYPES),
  title: z.string(),
  category: z.string(),
  excerpt: z.string(),
  score: z.number(),
  chunk_index: z.int(),
  total_chunks: z.int(),
  chunk_start_offset: z.int(),
  chunk_end_offset: z.int(),
  context: z.string().optional(),
});
export type Found = z.output<typeof Found>;

export interface FindOptions extends SearchQuery {
  /** `undefined` for none. */
  readonly contextChars: number | undefined;
}

/** Searches, and fails with an error message if semantic search is off. */
export async function findDocuments(work: Work, options: FindOptions): Promise<readonly Found[]> {
  const { semantic, nextcloud, context } = work;
  if (semantic === undefined)
    throw new NextcloudError(
      'DISABLED',
      'Semantic search is off. Start the server with --semantic, or search with nc_notes_search_notes.',
    );
  const found = await semantic.search(nextcloud, options, context);
  return found.map((each) => toFound(each, options.contextChars));
}

function toFound({ chunk, document, score }: FoundDocument, contextChars: number | undefined): Found {
  const { type, id, number, count, start, end } = chunk;
  const { title, category, text } = document;
  return {
    id: Number(id),
    doc_type: type,
    title,
    category,
    excerpt: text.slice(start, end),
    score: Math.round(score * 1_000) / 1_000,
    chunk_index: number,
    total_chunks: count,
    chunk_start_offset: start,
    chunk_end_offset: end,
    ...(contextChars !== undefined && { context: text.slice(Math.max(0, start - contextChars), end + contextChars) }),
  };
}
