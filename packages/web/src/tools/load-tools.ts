import type { Tool, ToolList } from '@toolmark/api-contract';
import { toolKey } from './tool-address.ts';

/** The API's page size limit. */
const PAGE = 1_000;

/** A browser cannot hold more. */
const MAX_PAGES = 50;

/**
 * Loads all tools of all servers, page by page. Changes meanwhile may move a tool to another page: duplicates are
 * dropped, and the next event triggers a refetch for missing ones.
 *
 * @example
 * const tools = await loadTools((query) => get<ToolList>('/tools', { query, signal }));
 */
export async function loadTools(
  page: (query: { readonly limit: number; readonly offset: number }) => Promise<ToolList>,
): Promise<readonly Tool[]> {
  const toolsByKey = new Map<string, Tool>();
  for (let offset = 0; offset < MAX_PAGES * PAGE; offset += PAGE) {
    const { tools, total } = await page({ limit: PAGE, offset });
    for (const tool of tools) toolsByKey.set(toolKey(tool), tool);
    if (tools.length < PAGE || offset + PAGE >= total) break;
  }
  return [...toolsByKey.values()];
}
