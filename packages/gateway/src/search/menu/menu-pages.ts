import { type Era, type JsonObject, META } from '@toolmark/base';
import { SEARCH_TOOLS } from './menu.ts';

/** The five tools never change while a gateway runs, and are the same for all clients. */
const TTL_MS = 3_600_000;

/** The tool list of search mode as bytes, for each era. */
export function createMenuPages(serverInfo: JsonObject): Readonly<Record<Era, Buffer>> {
  const tools = { tools: SEARCH_TOOLS };
  const fresh = {
    resultType: 'complete',
    ttlMs: TTL_MS,
    cacheScope: 'public',
    _meta: { [META.serverInfo]: serverInfo },
  };
  return { legacy: Buffer.from(JSON.stringify(tools)), modern: Buffer.from(JSON.stringify({ ...tools, ...fresh })) };
}
