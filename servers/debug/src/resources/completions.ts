import type { McpServer } from '@modelcontextprotocol/server';
import type { Engine } from '../engine/engine.ts';

/** The maximum in MCP. */
const MAX = 100;

/** Completes arguments named `expression` while the program is stopped, and the paths of its sources. */
export function completeExpressions(server: McpServer, engine: Engine): void {
  server.server.setRequestHandler('completion/complete', async ({ params }) => {
    const { name, value } = params.argument;
    const found =
      name === 'expression' ? await expressions(engine, value) : name === 'file' ? await sources(engine, value) : [];
    return { completion: { values: found.slice(0, MAX), total: found.length, hasMore: found.length > MAX } };
  });
}

async function expressions(engine: Engine, beginning: string): Promise<readonly string[]> {
  const answer = await engine.whilePaused({ code: 'QUERY_FAILED', milliseconds: 3_000 }, ({ session, stop }) =>
    session.backend.complete({ thread: stop.thread, index: 0 }, beginning),
  );
  return answer.ok ? answer.value : [];
}

async function sources(engine: Engine, beginning: string): Promise<readonly string[]> {
  const answer = await engine.whileLive({ code: 'QUERY_FAILED', milliseconds: 3_000 }, ({ backend }) =>
    backend.sources(),
  );
  return answer.ok ? answer.value.filter((file) => file.startsWith(beginning)).toSorted() : [];
}
