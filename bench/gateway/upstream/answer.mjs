// The answers of both upstreams: minimal work, so that the measurement is about the gateway.
import { readFileSync } from 'node:fs';

const MODERN = '2026-07-28';
const NEWEST_LEGACY = '2025-11-25';
const SERVER = { name: 'bench-upstream', version: '1.0.0' };
const ECHO = {
  name: 'echo',
  title: 'Echo',
  description: 'Returns the text it was given.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

/**
 * A function from request to response (`undefined` for notifications), in both eras, for `echo` and the tools in a JSON
 * file.
 */
export function createAnswer(toolsFile) {
  const tools = [ECHO, ...(toolsFile === undefined ? [] : JSON.parse(readFileSync(toolsFile, 'utf8')))];
  return (message) => {
    if (message.id === undefined || message.method === undefined) return undefined;
    const modern = message.params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined;
    const outcome = answer(message, tools);
    if (modern && outcome.result !== undefined) outcome.result.resultType = 'complete';
    return { jsonrpc: '2.0', id: message.id, ...outcome };
  };
}

function answer({ method, params }, tools) {
  switch (method) {
    case 'tools/call':
      if (params.name === ECHO.name) return { result: { content: [{ type: 'text', text: params.arguments.text }] } };
      return { error: { code: -32602, message: `Unknown tool: ${params.name}` } };
    case 'tools/list':
      return { result: { tools, ttlMs: 3_600_000, cacheScope: 'public' } };
    case 'server/discover':
      return {
        result: {
          supportedVersions: [MODERN],
          capabilities: { tools: {} },
          ttlMs: 3_600_000,
          cacheScope: 'public',
          _meta: { 'io.modelcontextprotocol/serverInfo': SERVER },
        },
      };
    case 'initialize': {
      const asked = params.protocolVersion;
      const protocolVersion = asked < MODERN ? asked : NEWEST_LEGACY;
      return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: SERVER } };
    }
    case 'ping':
      return { result: {} };
    default:
      return { error: { code: -32601, message: `Method not found: ${method}` } };
  }
}
