import { isJsonObject } from '@toolmark/annotations';
import type { SdkAdapter, ToolListEdit } from './adapter.ts';
import { adaptV1 } from './adapter-v1.ts';
import { adaptV2 } from './adapter-v2.ts';
import type { McpServerLike } from './mcp-server-like.ts';

/** Detects the SDK version of a server. Only 1.x still has `tool()`. */
export function createAdapter(server: McpServerLike, edit: ToolListEdit): SdkAdapter {
  if (!isJsonObject(server) || typeof server['registerTool'] !== 'function' || !isJsonObject(server['server'])) {
    throw new TypeError(
      'createKit needs an McpServer, of @modelcontextprotocol/server 2.x or @modelcontextprotocol/sdk 1.x. ' +
        'A low-level Server has no registerTool.',
    );
  }
  return typeof server['tool'] === 'function' ? adaptV1(server, edit) : adaptV2(server, edit);
}
