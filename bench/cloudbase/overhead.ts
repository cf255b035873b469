import { figure, table } from '../gateway/report/table.ts';
import { quantile } from '../gateway/statistics.ts';
import { rawRequests, rawRequestsByProxy, startEmulator, startServer } from './connection.ts';
import { SLICE, takeTurns } from './take-turns.ts';

const AIM = 1.5;
const FILTER = '{"price":{"$gt":5}}';
const ONE = '{"_id":"todo-1"}';
const UPDATE = '{"$set":{"done":true}}';

/**
 * Compares a call with the same signed request sent directly to the same emulator, and a ping of the server: the cost
 * of MCP itself.
 */
export async function measureOverhead(isQuick: boolean): Promise<void> {
  const slices = isQuick ? 20 : 120;
  const emulator = await startEmulator();
  const raw = rawRequests(emulator);
  const server = await startServer('direct', emulator);
  const { envId: EnvId } = emulator;
  const pairs = [
    {
      name: 'query 3 documents',
      raw: () => raw('QueryRecords', { EnvId, TableName: 'products', MgoQuery: FILTER, MgoLimit: 10 }),
      called: () => server.call('queryDocuments', { collectionName: 'products', query: FILTER, limit: 10 }),
    },
    {
      name: 'list the environments',
      raw: () => raw('DescribeEnvs', {}),
      called: () => server.call('listEnvs', {}),
    },
    {
      name: 'update a document',
      raw: () => raw('UpdateItem', { EnvId, TableName: 'todos', MgoQuery: ONE, MgoUpdate: UPDATE, MgoIsMulti: false }),
      called: () => server.call('updateDocuments', { collectionName: 'todos', query: ONE, update: UPDATE }),
    },
  ];
  const rows: string[][] = [];
  for (const { name, raw: sent, called } of pairs) {
    const taken = await takeTurns({ raw: sent, ping: server.ping, called }, slices);
    const [raw50, called50] = [quantile(taken.raw, 0.5), quantile(taken.called, 0.5)];
    rows.push([
      name,
      figure(raw50, 2),
      figure(quantile(taken.ping, 0.5), 2),
      figure(called50, 2),
      figure(called50 / raw50, 2, ' ×'),
      figure(quantile(taken.raw, 0.95), 2),
      figure(quantile(taken.called, 0.95), 2),
    ]);
  }
  console.log(`  a call beside the same signed request sent raw, ms, ${times(slices)} each (aim: ${AIM} × at p50)`);
  for (const line of table(['', 'raw p50', 'ping p50', 'call p50', '', 'raw p95', 'call p95'], rows))
    console.log(`  ${line}`);
}

/**
 * Compares the same query through this server and through the original, both over TLS and the same proxy, with the
 * direct request.
 */
export async function measureBesideOriginal(isQuick: boolean): Promise<void> {
  const slices = isQuick ? 4 : 20;
  const emulator = await startEmulator();
  const raw = await rawRequestsByProxy(emulator);
  const [ours, original] = [await startServer('ours', emulator), await startServer('original', emulator)];
  const query = { EnvId: emulator.envId, TableName: 'products', MgoQuery: FILTER, MgoLimit: 10 };
  const args = { collectionName: 'products', query: FILTER, limit: 10 };
  const found = await takeTurns(
    {
      raw: () => raw('QueryRecords', query),
      'toolmark-cloudbase': () => ours.call('queryDocuments', args),
      '@cloudbase/cloudbase-mcp': () => original.call('readNoSqlDatabaseContent', args),
    },
    slices,
  );
  const raw50 = quantile(found.raw, 0.5);
  const rows = Object.entries(found).map(([name, taken]) => [
    name,
    figure(quantile(taken, 0.5), 2),
    figure(quantile(taken, 0.5) / raw50, 2, ' ×'),
    figure(quantile(taken, 0.95), 2),
  ]);
  console.log(`  query 3 documents over TLS and a proxy, ms, ${times(slices)} each`);
  for (const line of table(['', 'p50', 'of raw', 'p95'], rows)) console.log(`  ${line}`);
}

const times = (slices: number): number => slices * SLICE;
