import * as z from 'zod';
import { defineTool, type Work } from '../../tools/define-tool.ts';
import { READ } from '../../tools/hints.ts';
import { FileInfo, toFileInfo } from './file-info.ts';
import { folderPath, formatPath, parsePath } from './file-path.ts';
import { createFilesApi } from './files-api.ts';
import type { SearchFilters } from './search-query.ts';

const DEFAULT_LIMIT = 100;

const scope = folderPath.describe('Folder to search; empty for all');
const limit = z.int().min(1).max(1_000).nullable().optional().describe(`Default ${DEFAULT_LIMIT}`);
const pattern = z.string().min(1).max(500);
const mimeType = z.string().min(1).max(200);
const PATTERN = 'Whole name; * stands for anything, as in *.pdf';
const MIME_TYPE = 'MIME type, such as image or text/plain';

const Found = z.object({
  results: z.array(FileInfo).readonly(),
  total_found: z.int().describe('Number of results'),
  has_more: z.boolean(),
  scope: z.string(),
});

export const searchFiles = defineTool({
  name: 'nc_webdav_search_files',
  title: 'Search Files',
  description: 'Finds files and folders that match all given filters, newest first.',
  hints: READ,
  scopes: ['files:read'],
  input: z.object({
    scope,
    name_pattern: pattern.nullable().optional().describe(PATTERN),
    mime_type: mimeType.nullable().optional().describe(MIME_TYPE),
    only_favorites: z.boolean().default(false).describe('Favorites only'),
    limit,
  }),
  output: Found,
  run: ({ name_pattern, mime_type, only_favorites, ...rest }, work) =>
    find({ name_pattern: name_pattern ?? undefined, mime_type: mime_type ?? undefined, only_favorites }, rest, work),
});

export const findByName = defineTool({
  name: 'nc_webdav_find_by_name',
  title: 'Find Files by Name',
  description: 'Finds files and folders by name, newest first.',
  hints: READ,
  scopes: ['files:read'],
  input: z.object({ pattern: pattern.describe(PATTERN), scope, limit }),
  output: Found,
  run: ({ pattern: name_pattern, ...rest }, work) => find({ name_pattern }, rest, work),
});

export const findByType = defineTool({
  name: 'nc_webdav_find_by_type',
  title: 'Find Files by Type',
  description: 'Finds files by MIME type, newest first.',
  hints: READ,
  scopes: ['files:read'],
  input: z.object({ mime_type: mimeType.describe(MIME_TYPE), scope, limit }),
  output: Found,
  run: ({ mime_type, ...rest }, work) => find({ mime_type }, rest, work),
});

export const listFavorites = defineTool({
  name: 'nc_webdav_list_favorites',
  title: 'List Favorite Files',
  description: 'Lists favorite files and folders, newest first.',
  hints: READ,
  scopes: ['files:read'],
  input: z.object({ scope, limit }),
  output: Found,
  run: (args, work) => find({ only_favorites: true }, args, work),
});

async function find(
  filters: SearchFilters,
  { scope: folder, limit: wanted }: { readonly scope: string; readonly limit?: number | null | undefined },
  { nextcloud, signal }: Work,
): Promise<z.output<typeof Found>> {
  const [segments, max] = [parsePath(folder), wanted ?? DEFAULT_LIMIT];
  // Request one more than the limit to find out whether there are more.
  const found = await createFilesApi(nextcloud, signal).search(segments, filters, max + 1);
  const results = found.slice(0, max).map(toFileInfo);
  return { results, total_found: results.length, has_more: found.length > max, scope: formatPath(segments) };
}
