import type { Tool, ToolList } from '@toolmark/api-contract';
import { toolKey } from './tool-address.ts';

/** As many as the API hands out at once. */
const PAGE = 1_000;

/** No more than a browser holds well. */
const MOST_PAGES = 50;

/**
 * All tools of all servers, page by page. What changes meanwhile can move a tool from one page to another: it is there once, and
 * the next event tells what is missing.
 *
 * @example
 * const tools = await loadTools((query) => get<ToolList>('/tools', { query, signal }));
 */
export async function loadTools(
  page: (query: { readonly limit: number; readonly offset: number }) => Promise<ToolList>,
): Promise<readonly Tool[]> {
  const toolsByKey = new Map<string, Tool>();
  for (let offset = 0; offset < MOST_PAGES * PAGE; offset += PAGE) {
    const { tools, total } = await page({ limit: PAGE, offset });
    for (const tool of tools) toolsByKey.set(toolKey(tool), tool);
    if (tools.length < PAGE || offset + PAGE >= total) break;
  }
  return [...toolsByKey.values()];
}
