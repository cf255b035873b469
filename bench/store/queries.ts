import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSqlite } from '../../packages/record/src/store/sqlite/sqlite-engine.ts';
import { printed, start } from '../gateway/processes.ts';
import { figure, table } from '../gateway/report/table.ts';
import { quantile } from '../gateway/statistics.ts';
import { fillStore, WORDS } from './fill.ts';

const cli = fileURLToPath(new URL('../../packages/cli/bin/toolmark.js', import.meta.url));
const AIM_MS = 50;
const UNTIL = Date.UTC(2026, 8, 30, 12);

/** Queries of people and pages, through the API of a gateway with this number of recorded calls. */
const QUERIES: readonly (readonly [string, string])[] = [
  ['newest calls', '/tool-calls'],
  ['server', '/tool-calls?server=github'],
  ['server and tool', '/tool-calls?server=github&tool=github_tool_3'],
  ['tool', '/tool-calls?tool=mail_tool_7'],
  ['class', '/tool-calls?class=destructive'],
  ['status', '/tool-calls?status=error'],
  ['decision', '/tool-calls?decision=deny'],
  ['session', '/tool-calls?session_id=00000000-0000-4000-8000-000000000100'],
  ['a day', `/tool-calls?from=${timeBefore(10)}&to=${timeBefore(9)}`],
  ['server and status', '/tool-calls?server=files&status=denied'],
  ['class within a week', `/tool-calls?class=destructive&from=${timeBefore(14)}&to=${timeBefore(7)}`],
  ['session and class', '/tool-calls?session_id=00000000-0000-4000-8000-000000000100&class=destructive'],
  ['a rare word', `/tool-calls?q=${WORDS.rare}`],
  ['a common word', `/tool-calls?q=${WORDS.common}`],
  ['a word in every second call', `/tool-calls?q=${WORDS.frequent}`],
  ['the beginning of a word in every second call', '/tool-calls?q=inv*'],
  ['the same and a class', '/tool-calls?q=inv*&class=destructive'],
  ['a word and a class', `/tool-calls?q=${WORDS.common}&class=destructive`],
  ['page 1,000', '/tool-calls?offset=50000'],
  ['sessions', '/sessions?limit=100'],
  ['active sessions', '/sessions?status=active'],
  ['one session', '/sessions/00000000-0000-4000-8000-000000000100'],
  ['dashboard, a day', `/stats?from=${timeBefore(1)}&to=${timeBefore(0)}`],
  ['dashboard, a week', `/stats?from=${timeBefore(7)}&to=${timeBefore(0)}&buckets=28`],
  ['dashboard, a month', `/stats?from=${timeBefore(30)}&to=${timeBefore(0)}&buckets=30`],
];

function timeBefore(daysAgo: number): string {
  return new Date(UNTIL - daysAgo * 86_400_000).toISOString();
}

export async function measureQueries(isQuick: boolean, folder: string): Promise<void> {
  const calls = isQuick ? 100_000 : 1_000_000;
  const data = join(folder, 'data');
  await mkdir(join(data, 'record'), { recursive: true, mode: 0o700 });
  console.error(`  … filling the record with ${calls.toLocaleString('en')} calls`);
  const engine = await openSqlite({ file: join(data, 'record', 'record.db') });
  await fillStore(engine, calls, { until: UNTIL });
  const bytes = await engine.size();
  await engine.close();

  const config = join(folder, 'toolmark.json');
  const retention = { sessions: 1_000_000, days: 36_500, bytes: 2 ** 40 };
  await writeFile(config, JSON.stringify({ mcpServers: {}, record: { retention } }));
  const server = start(process.execPath, [
    cli,
    'serve',
    '--no-auth',
    '--config',
    config,
    '--data',
    data,
    '--port',
    '0',
  ]);
  const url = await printed(server, /toolmark ready (\S+)/);
  const rows: (readonly string[])[] = [];
  for (const [name, path] of QUERIES) {
    const times: number[] = [];
    for (let run = 0; run < (isQuick ? 10 : 40); run++) {
      const began = performance.now();
      const response = await fetch(`${url}/api/v1${path}`);
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
      times.push(performance.now() - began);
    }
    const p95 = quantile(times, 0.95);
    rows.push([name, figure(quantile(times, 0.5), 1), figure(p95, 1), p95 < AIM_MS ? 'met' : 'missed']);
  }
  await server.end();
  const size = `${calls.toLocaleString('en')} calls, ${(bytes / 2 ** 20).toFixed(0)} MiB`;
  console.log(
    table([`through the API, ${size}`, 'p50 ms', 'p95 ms', `aim < ${AIM_MS} ms`], rows)
      .map((line) => `  ${line}`)
      .join('\n'),
  );
}
