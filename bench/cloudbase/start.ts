import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { figure, table } from '../gateway/report/table.ts';
import { median } from '../gateway/statistics.ts';
import { type EmulatorProcess, type ServerKind, startEmulator, startServer } from './connection.ts';

const SERVERS = [
  { name: 'toolmark-cloudbase', kind: 'ours', tool: 'listEnvs', args: {} },
  { name: '@cloudbase/cloudbase-mcp', kind: 'original', tool: 'queryEnv', args: { action: 'list' } },
] as const;

/** Measures the time from the process start to the result of the first call, and counts the tokens of the tool list. */
export async function measureStart(isQuick: boolean): Promise<void> {
  const rounds = isQuick ? 3 : 11;
  const emulator = await startEmulator();
  const times = new Map<ServerKind, number[]>(SERVERS.map(({ kind }) => [kind, []]));
  for (let round = -1; round < rounds; round++) {
    for (const { kind, tool, args } of SERVERS) {
      const start = performance.now();
      const server = await startServer(kind, emulator);
      await server.call(tool, args);
      // The first round warms up the file system.
      if (round >= 0) times.get(kind)?.push(performance.now() - start);
      await server.close();
    }
  }
  const rows: string[][] = [];
  for (const { name, kind } of SERVERS) {
    const [en, zh] = [await tokensOf(kind, emulator, 'en'), await tokensOf(kind, emulator, 'zh')];
    rows.push([name, figure(median(times.get(kind) ?? []), 0), ...[en.tools, en.tokens, zh.tokens].map(String)]);
  }
  console.log(`  start to the result of the first call (median of ${rounds}), and tools/list (tokens of o200k)`);
  for (const line of table(['', 'ms', 'tools', 'tokens en', 'tokens zh'], rows)) console.log(`  ${line}`);
}

async function tokensOf(kind: ServerKind, emulator: EmulatorProcess, language: 'en' | 'zh') {
  const server = await startServer(kind, emulator, language);
  const { tools } = await server.client.listTools();
  await server.close();
  return { tools: tools.length, tokens: countTokens(JSON.stringify({ tools })) };
}
