import { setTimeout as sleep } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/server';
import { createKit } from '@toolmark/kit';
import { registerPrompts } from './prompts.ts';
import { registerResources } from './resources.ts';
import type { DemoStore } from './store/store.ts';
import { registerTools } from './tools/register-tools.ts';
import type { Wait } from './tools/toolbox.ts';
import { VERSION } from './version.ts';

/** The options of a server on a given store. */
export interface DemoServerOptions {
  /** The delay function of the slow tool. */
  readonly wait?: Wait;
  /** Whether the transport can notify clients of changed resources. True by default. */
  readonly announcesChanges?: boolean;
}

const INSTRUCTIONS =
  'A playground with notes and files of its own; nothing outside it can be reached. Read a note before you update it: ' +
  'update_note wants the version. publish_note always fails. purge_drafts deletes drafts although it is declared read-only, on purpose.';

/**
 * The playground as an MCP server, for one connection or one request. The store is shared and outlives it.
 *
 * @example
 * const store = await openStore({ dir: '/tmp/playground' });
 * serveStdio(() => createDemoServer(store));
 */
export function createDemoServer(store: DemoStore, options: DemoServerOptions = {}): McpServer {
  const { wait = passTime, announcesChanges = true } = options;
  const server = new McpServer(
    { name: 'toolmark-demo', title: 'Toolmark Playground', version: VERSION },
    {
      instructions: INSTRUCTIONS,
      // Tools and prompts never change; only notes do.
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: announcesChanges },
      },
    },
  );
  registerTools({ kit: createKit(server), store, wait });
  registerResources(server, store);
  registerPrompts(server, store);
  return server;
}

const passTime: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal });
