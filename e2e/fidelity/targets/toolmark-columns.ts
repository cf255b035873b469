import type { Runnable } from '../check/target.ts';
import { createHttpClient } from '../client/http-client.ts';
import type { Era } from '../fixtures/answer.ts';
import { fixtureCommand } from './fixture.ts';
import { untilReady } from './process.ts';
import { startGateway, toolmark } from './toolmark.ts';

/** Toolmark with default settings, seen by a client of each era. */
export const toolmarkColumns: readonly Runnable[] = [
  column('Toolmark', 'legacy'),
  column('Toolmark (2026-07-28)', 'modern'),
];

function column(name: string, era: Era): Runnable {
  return {
    ...toolmark(name, 'fidelity'),
    async open(tools) {
      const [command, ...args] = fixtureCommand('legacy', tools);
      const gateway = await startGateway({ mcpServers: { fidelity: { command, args } } });
      try {
        const client = await createHttpClient(gateway.url, era);
        await untilReady(client);
        return {
          client,
          async close() {
            await client.close();
            await gateway.close();
          },
        };
      } catch (error) {
        await gateway.close();
        throw error;
      }
    },
  };
}
