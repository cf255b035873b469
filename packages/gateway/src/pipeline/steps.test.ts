import { describe, expect, it } from 'vitest';
import type { Catalog, CatalogTool } from '../catalog/catalog.ts';
import type { Relay } from '../core/bridge/relay.ts';
import { createFinish } from '../core/era/finish.ts';
import { legacyCaller } from '../core/fixtures/caller.ts';
import { createTestServer } from '../core/fixtures/server.ts';
import { errorOf } from '../errors.ts';
import { failed, type RpcReply, result } from '../rpc.ts';
import { type Call, createCall } from './call.ts';
import { compose } from './compose.ts';
import { callSteps } from './steps.ts';

const tool = { server: 's', exposed: 's__a', definition: { name: 'a' }, paramHeaders: [] } as unknown as CatalogTool;
const mirrored = {
  ...tool,
  exposed: 's__mirrored',
  paramHeaders: [
    { header: 'mcp-param-region', path: ['region'] },
    { header: 'mcp-param-zone', path: ['at', 'zone'] },
  ],
} as unknown as CatalogTool;

function run(
  name: string,
  relay: Relay,
  upstream = createTestServer('s', 'legacy'),
  onCall: (call: Call) => void = () => {},
) {
  const catalog = { toolsByName: new Map([tool, mirrored].map((each) => [each.exposed, each])) } as unknown as Catalog;
  const steps = callSteps({
    catalog: () => catalog,
    servers: () => [upstream],
    upstream: (server) => (server === upstream.name ? upstream : undefined),
    relay,
    onCall,
    finish: createFinish({}, () => undefined),
    bug: (error) => failed(errorOf('internal', String(error))),
  });
  const call = createCall({
    id: '1',
    name,
    params: { name },
    arguments: { region: 'Köln', other: 1 },
    caller: legacyCaller(),
    startedAt: 7,
  });
  return compose(steps)(call).then((reply) => ({ reply, call }));
}

describe('the record of a call', () => {
  it.each<[string, string, () => Promise<RpcReply>, object]>([
    ['that went well', 's__a', async () => result({}), { status: 'ok', attempts: 1, tool }],
    [
      'that failed as a tool fails',
      's__a',
      async () => result({ isError: true }),
      { status: 'error', attempts: 1, tool },
    ],
    ['that failed', 's__a', async () => failed({ code: -1, message: '' }), { status: 'error', attempts: 1, tool }],
    [
      'that was cancelled',
      's__a',
      async () => failed(errorOf('cancelled', '')),
      { status: 'cancelled', attempts: 1, tool },
    ],
    ['that met a bug', 's__a', () => Promise.reject(new Error('x')), { status: 'error', attempts: 1, tool }],
    ['of nothing', 'x', async () => result({}), { status: 'error', attempts: 0, tool: undefined }],
  ])('%s', async (_, name, relay, expected) => {
    const { reply, call } = await run(name, relay);
    expect(call.reply).toBe(reply);
    expect(call).toMatchObject({ id: '1', name, startedAt: 7, ...expected });
  });

  it('is told of once, when it is complete, and a listener that breaks costs nothing', async () => {
    const told: unknown[] = [];
    const { reply } = await run(
      's__a',
      async () => result({}),
      undefined,
      (call) => {
        told.push([call.status, call.reply]);
        throw new Error('broken');
      },
    );
    expect(told).toEqual([['ok', reply]]);
  });

  it('of a server that was taken out of the config', async () => {
    const { reply, call } = await run('s__a', async () => result({}), createTestServer('other', 'legacy'));
    expect(reply).toMatchObject({ error: { code: -32061 } });
    expect(call.attempts).toBe(0);
  });
});

describe('a call of a tool that wants arguments in headers', () => {
  it.each<[string, object | undefined]>([
    ['s__mirrored', { 'mcp-param-region': '=?base64?S8O2bG4=?=' }],
    ['s__a', undefined],
  ])('%s is sent with %o, whoever calls', async (name, headers) => {
    const orders: Parameters<Relay>[0][] = [];
    await run(name, async (order) => {
      orders.push(order);
      return result({});
    });
    expect(orders.map((order) => order.headers)).toEqual([headers]);
  });
});
