import { err, type Result } from '@toolmark/annotations';
import { type ToolDetail, toolDetailSchema } from '@toolmark/api-contract';
import type { Answer, GatewayClient, Refusal } from './gateway-client.ts';

/**
 * Finds a tool by `server/tool` or its exposed name, which may itself contain a slash if a single server is passed
 * through.
 */
export async function findTool(name: string, gateway: GatewayClient): Promise<Result<Answer<ToolDetail>, Refusal>> {
  const get = (...names: readonly string[]) =>
    gateway.request('GET', `/tools/${names.map(encodeURIComponent).join('/')}`, toolDetailSchema);
  const slash = name.indexOf('/');
  if (slash < 1) return await get(name);
  const first = await get(name.slice(0, slash), name.slice(slash + 1));
  if (first.ok || first.error.status !== 404) return first;
  const second = await get(name);
  return second.ok ? second : err(first.error);
}

/** The API path of a tool. */
export const toolPath = ({ server, name }: Pick<ToolDetail, 'server' | 'name'>): string =>
  `/tools/${encodeURIComponent(server)}/${encodeURIComponent(name)}`;
