import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Nextcloud } from '../../http/nextcloud.ts';
import { MODULE_NAMES } from '../../modules/module.ts';
import { createSemantic } from '../../semantic/create-semantic.ts';
import { createFeatureHashing } from '../../semantic/embeddings/feature-hashing.ts';
import { sourcesOf } from '../../semantic/sources.ts';
import { createNextcloudServer } from '../../server.ts';
import { VERSION } from '../../version.ts';

export interface OpenClient {
  readonly client: Client;
  readonly close: () => Promise<void>;
}

/** A real MCP client connected to this server in this process. Semantic search has an index in memory. */
export async function openClient(nextcloud: Nextcloud): Promise<OpenClient> {
  const semantic = createSemantic({
    file: ':memory:',
    host: 'contract',
    sources: sourcesOf(MODULE_NAMES),
    embedder: createFeatureHashing(),
  });
  const [toServer, fromServer] = [new PassThrough(), new PassThrough()];
  const server = serveStdio(() => createNextcloudServer({ nextcloud: async () => nextcloud, semantic }), {
    transport: new StdioServerTransport(toServer, fromServer),
  });
  const client = new Client({ name: 'toolmark-nextcloud-contract', version: VERSION });
  // The stdio transport is symmetric, so the server's class also works for the client.
  await client.connect(new StdioServerTransport(fromServer, toServer));
  return {
    client,
    close: async () => {
      await client.close();
      await server.close();
      await semantic.close();
    },
  };
}
