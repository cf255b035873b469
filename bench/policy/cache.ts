import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseConfig } from '../../packages/config/src/parse.ts';
import { createEngine } from '../../packages/gateway/src/app/engine.ts';
import { createLiveConfig } from '../../packages/gateway/src/app/live-config.ts';
import { createNoRecorder } from '../../packages/gateway/src/calls/record/no-recorder.ts';
import { createCallTool } from '../../packages/gateway/src/core/call-tool.ts';
import { figure, table } from '../gateway/report/table.ts';
import { median } from '../gateway/statistics.ts';

/** Variants alternate, so that other load affects all of them equally. */
const ROUNDS = 15;

/**
 * Compares three calls: one answered from the cache, one sent to a stdio server and then cached, and one without a
 * cache. Sequential calls through the whole pipeline, without sockets and record.
 */
export async function measureCache(isQuick: boolean): Promise<void> {
  const perRound = isQuick ? 200 : 2_000;
  const dataDir = await mkdtemp(join(tmpdir(), 'toolmark-bench-'));
  const gateway = await startGateway(dataDir);
  try {
    let unique = 0;
    const ways = [
      { name: 'no cache', run: () => gateway.echo('unkept', 'the same') },
      { name: 'miss', run: () => gateway.echo('kept', `another one: ${unique++}`) },
      { name: 'hit', run: () => gateway.echo('kept', 'the same') },
    ].map((way) => ({ ...way, times: [] as number[] }));
    for (const { run } of ways) for (let warm = 0; warm < perRound; warm++) await run();
    for (let round = 0; round < ROUNDS; round++) {
      for (const { run, times } of ways) {
        const start = performance.now();
        for (let call = 0; call < perRound; call++) await run();
        times.push(((performance.now() - start) * 1_000) / perRound);
      }
    }
    const miss = median(ways[1]?.times ?? []);
    const rows = ways.map(({ name, times }) => [
      name,
      figure(median(times), 1),
      figure(Math.min(...times), 1),
      figure(median(times) / miss, 3, ' ×'),
    ]);
    console.log(`  a cached call, median of ${ROUNDS} rounds of ${perRound}, beside a miss of the same run`);
    for (const line of table(['', 'µs', 'best', 'of a miss'], rows)) console.log(`  ${line}`);
  } finally {
    await gateway.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Two servers of the same kind: answers of `kept` are cached. */
async function startGateway(dataDir: string) {
  const program = fileURLToPath(new URL('../gateway/upstream/stdio-server.mjs', import.meta.url));
  const server = { command: process.execPath, args: [program], trust: 'declared' };
  const parsed = parseConfig(
    { mcpServers: { kept: { ...server, cache: { ttl: 3_600 } }, unkept: server }, record: { enabled: false } },
    { folder: dataDir, env: process.env },
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const silent = (): void => {};
  const made = await createEngine({
    config: createLiveConfig(parsed.value.config),
    configFile: join(dataDir, 'toolmark.json'),
    dataDir,
    version: '0.0.0',
    env: process.env,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    recorder: createNoRecorder(Date.now),
  });
  if (!made.ok) throw new Error(made.error);
  const engine = made.value;
  await engine.settled;
  const callTool = createCallTool(engine.core);
  const { signal } = new AbortController();
  return {
    echo: async (name: string, text: string): Promise<void> => {
      const { reply } = await callTool({
        exposedName: `${name}__echo`,
        arguments: { text },
        mode: 'direct',
        client: undefined,
        principal: 'local',
        signal,
      });
      if (reply.kind !== 'result') throw new Error(`a call failed: ${JSON.stringify(reply)}`);
    },
    close: engine.close,
  };
}
