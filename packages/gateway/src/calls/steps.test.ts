import { err, ok, resolve } from '@toolmark/annotations';
import { errorOf, failed, type RpcReply, result } from '@toolmark/base';
import { describe, expect, it, vi } from 'vitest';
import { createTestClock } from '../../../base/src/fixtures/test-clock.ts';
import { UNCURATED } from '../catalog/curation.ts';
import { allowEverything } from '../core/fixtures/allow-everything.ts';
import { legacyCaller } from '../core/fixtures/caller.ts';
import { createTestServer } from '../core/fixtures/server.ts';
import type { Call } from '../model/call.ts';
import type { Catalog, CatalogTool } from '../model/catalog.ts';
import type { Relay } from './bridge/relay.ts';
import { createFinish } from './era/finish.ts';
import { compose, createCall } from './pipeline.ts';
import type { Recorder } from './record/recorder.ts';
import { dispatch } from './steps/send-call.ts';
import { type CallStepsDeps, callSteps } from './steps.ts';

const definition = { name: 'a' };
const resolution = resolve(definition);
const tool = {
  server: 's',
  exposed: 's__a',
  definition,
  resolution,
  paramHeaders: [],
  curation: UNCURATED,
} as unknown as CatalogTool;
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
  onCall: (call: Call, reply: RpcReply) => void = () => {},
  recorder: CallStepsDeps['recorder'] = undefined,
) {
  const catalog = { toolsByName: new Map([tool, mirrored].map((each) => [each.exposed, each])) } as unknown as Catalog;
  const steps = callSteps({
    servers: () => [upstream],
    upstream: (server) => (server === upstream.name ? upstream : undefined),
    relay,
    enforcement: allowEverything(createTestClock(), () => catalog),
    onCall,
    ...(recorder && { recorder }),
    finish: createFinish({}, () => undefined),
    reportBug: (error) => failed(errorOf('internal', String(error))),
  });
  const call = createCall({
    id: '1',
    seq: 1,
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
    const { call } = await run(name, relay);
    expect(call).toMatchObject({ id: '1', name, startedAt: 7, ...expected });
  });

  it('is told of once, when it is complete, and a listener that breaks costs nothing', async () => {
    const told: unknown[] = [];
    const { reply } = await run(
      's__a',
      async () => result({}),
      undefined,
      (call, given) => {
        told.push([call.status, given]);
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

describe('recording a call', () => {
  const recorderThat = (begin: () => ReturnType<Recorder['begin']>) => {
    const told: string[] = [];
    const recorder: CallStepsDeps['recorder'] = {
      begin: (call) => {
        told.push(`begin ${call.tool?.exposed}`);
        return begin();
      },
      answered: () => undefined,
      end: (call) => {
        told.push(`end ${call.status}`);
        return { isSafe: Promise.resolve(), written: undefined };
      },
    };
    return { recorder, told };
  };

  it('begins when its tool is known and ends with its reply', async () => {
    const { recorder, told } = recorderThat(() => undefined);
    await run(
      's__a',
      async () => result({}),
      undefined,
      () => {},
      recorder,
    );
    expect(told).toEqual(['begin s__a', 'end ok']);
  });

  it('ends also a call of nothing, which never began', async () => {
    const { recorder, told } = recorderThat(() => undefined);
    await run(
      'x',
      async () => result({}),
      undefined,
      () => {},
      recorder,
    );
    expect(told).toEqual(['end error']);
  });

  it('holds a call back until it is on disk', async () => {
    const disk = Promise.withResolvers<Awaited<NonNullable<ReturnType<Recorder['begin']>>>>();
    const { recorder, told } = recorderThat(() => disk.promise);
    const sent: string[] = [];
    const running = run(
      's__a',
      async () => {
        sent.push('sent');
        return result({});
      },
      undefined,
      () => {},
      recorder,
    );
    await new Promise(setImmediate);
    expect(sent).toEqual([]);
    disk.resolve(ok(undefined));
    await running;
    expect([sent, told]).toEqual([['sent'], ['begin s__a', 'end ok']]);
  });

  it('refuses a call that cannot be recorded, and says what to do', async () => {
    const { recorder, told } = recorderThat(() => Promise.resolve(err('The disk is full. Free some space.')));
    const relay = vi.fn<Relay>();
    const { reply } = await run('s__a', relay, undefined, () => {}, recorder);
    expect(relay).not.toHaveBeenCalled();
    expect(told).toEqual(['begin s__a', 'end error']);
    expect(reply).toEqual(
      failed(
        errorOf(
          'recordUnavailable',
          "'s__a' was not called: it may change something, and calls cannot be recorded at the moment. The disk is full. Free some space.",
        ),
      ),
    );
  });
});

it('sends nothing that was neither allowed nor approved, whatever the steps before it have become', async () => {
  const relay = vi.fn(async () => result({}));
  const call = createCall({
    id: '1',
    seq: 1,
    name: 's__a',
    params: {},
    arguments: undefined,
    caller: legacyCaller(),
    startedAt: 7,
  });
  call.tool = tool;
  const send = compose([
    dispatch({ upstream: () => createTestServer('s', 'legacy'), relay, isStillAllowed: () => true }),
  ]);
  await expect(send(call)).rejects.toThrow('neither allowed nor approved');
  call.decision = { kind: 'ask', rule: 'r', reason: 'x' };
  await expect(send(call)).rejects.toThrow('neither allowed nor approved');
  call.approval = 'a1';
  await send(call);
  expect(relay).toHaveBeenCalledOnce();
});
