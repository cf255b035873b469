import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient } from '../fidelity/client/http-client.ts';
import { untilReady } from '../fidelity/targets/process.ts';
import { startGateway } from '../fidelity/targets/toolmark.ts';
import { countChecks, regressions, weakened } from './compare-runs.ts';
import { createEverythingServer } from './fixtures/everything-server.ts';
import { type Check, runSuite, type SpecVersion, SUITE_TIMEOUT_MS } from './run-suite.ts';

/** The protocol project's own suite, without its extensions, which the SDK's server lacks. */
describe.each<[SpecVersion, number, readonly string[]]>([
  // An older client on a newer server is the harder direction for a gateway, so both upstream protocols are tested.
  ['2025-11-25', 84, ['auto', 'legacy']],
  ['2026-07-28', 152, ['auto']],
])('the official suite for %s', (version, checks, protocols) => {
  let server: Server;
  let url: string;
  let direct: readonly Check[];
  beforeAll(async () => {
    server = createEverythingServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP server's address has this shape.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    direct = await runSuite(url, version);
    console.log(`${version}, direct: ${countChecks(direct)}`);
  }, SUITE_TIMEOUT_MS);
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('finds no failures in the reference server', () => {
    const judged = direct.filter(({ status }) => status !== 'INFO');
    expect(judged.filter(({ status }) => status !== 'SUCCESS')).toEqual([]);
    expect(judged).toHaveLength(checks);
  });

  it.each(protocols)('finds no additional failures through the gateway, protocol %s', async (protocol) => {
    const flags = ['--transparent'];
    const gateway = await startGateway({ mcpServers: { everything: { url, type: 'http', protocol } } }, flags);
    try {
      const client = await createHttpClient(gateway.url, version === '2026-07-28' ? 'modern' : 'legacy');
      await untilReady(client);
      await client.close();
      const through = await runSuite(gateway.url, version);
      console.log(`${version}, through the gateway, protocol ${protocol}: ${countChecks(through)}`);
      for (const line of weakened(direct, through)) console.log(`  only directly: ${line}`);
      expect(regressions(direct, through)).toEqual([]);
    } finally {
      await gateway.close();
    }
  });
});
