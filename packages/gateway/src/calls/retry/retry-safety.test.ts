import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Era, type RpcReply, systemClock } from '@toolmark/base';
import { createUpstreams, openConnection } from '@toolmark/upstream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aConfig, setUp } from '../../../../upstream/src/fixtures/server-setup.ts';
import { legacyCaller, modernCaller } from '../../core/fixtures/caller.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { createCallCache } from '../cache/call-cache.ts';
import { CACHE_BYTES, CACHE_ENTRIES } from '../cache/limits.ts';
import { compose } from '../pipeline.ts';
import { answerFromCache } from '../steps/answer-from-cache.ts';
import { dispatch, retryCall } from '../steps/send-call.ts';
import { aCall, aTool } from './fixtures/a-call.ts';
import { aRelay } from './fixtures/a-relay.ts';

const SERVER = fileURLToPath(new URL('../../../../../e2e/policy/fixtures/counting-server.mjs', import.meta.url));
const NAME = 'counting';

/** A real server that counts what reaches it, and the last steps of the pipeline before it. */
async function start(protocol: Era, timeoutMs = 60_000) {
  const dir = await mkdtemp(join(tmpdir(), 'toolmark-retry-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const tally = join(dir, 'tally');
  const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();
  const { deps } = setUp(openConnection);
  const events = {
    ...deps.events,
    onStatus: () => {
      if (upstreams.get(NAME)?.status().state === 'ready') onReady();
    },
  };
  const upstreams = createUpstreams({ ...deps, events, clock: systemClock, random: Math.random, env: process.env });
  onTestFinished(() => upstreams.close(10_000));
  const target = { kind: 'command', command: process.execPath, args: [SERVER, tally, '--era', protocol] } as const;
  upstreams.apply([aConfig({ name: NAME, protocol, timeoutMs, target })]);
  await ready;
  const tools = new Map(
    (upstreams.get(NAME)?.offer().tools ?? []).flatMap((raw): [string, CatalogTool][] => {
      const { name, annotations } = Object(raw);
      return [[name, aTool(annotations, name, NAME)]];
    }),
  );
  const relay = aRelay(systemClock, upstreams.all);
  const cache = createCallCache({ clock: systemClock, maxBytes: CACHE_BYTES, maxEntries: CACHE_ENTRIES });
  const run = compose([
    answerFromCache({
      cache,
      caches: { value: new Map([[NAME, { ttlMs: 60_000, tools: ['*'] }]]) },
      clock: systemClock,
    }),
    retryCall(
      {
        clock: systemClock,
        random: Math.random,
        isStillAllowed: () => true,
        config: () => ({ attempts: 3, deadlineMs: 30_000 }),
      },
      dispatch({ upstream: upstreams.get, relay, isStillAllowed: () => true }),
    ),
  ]);
  const make = (tool: string, client: Era, args = {}) => {
    const caller = client === 'modern' ? modernCaller() : legacyCaller();
    const call = aCall({ tool: tools.get(tool), arguments: args, caller });
    return { call, outcome: run(call) };
  };
  return {
    make,
    flag: (text: string) => writeFile(`${tally}.flag`, text),
    reached: async () =>
      (await readFile(tally, 'utf8').catch(() => ''))
        .split('\n')
        .slice(0, -1)
        .map((line): unknown => JSON.parse(line).tool),
  };
}

const textOf = (reply: RpcReply): string =>
  reply.kind === 'result' ? Object(reply.result['content'])[0].text : reply.kind === 'error' ? reply.error.message : '';

const ERAS: readonly Era[] = ['legacy', 'modern'];
const eras = ERAS.flatMap((server) => ERAS.map((client) => ({ server, client })));

describe.each(eras)('a $server server that dies, called by a $client client', ({ server, client }) => {
  it.each<[string, string, readonly string[], number, string]>([
    ['after', 'add_item', ['add_item'], 1, 'It may have been carried out: check before you call it again.'],
    ['after', 'delete_item', ['delete_item'], 1, 'It may have been carried out: check before you call it again.'],
    ['after', 'set_value', ['set_value', 'set_value'], 2, 'done: set_value'],
    ['after', 'read_value', ['read_value', 'read_value'], 2, 'changes: 0'],
    ['before', 'add_item', [], 1, 'It may have been carried out: check before you call it again.'],
    ['before', 'set_value', ['set_value'], 2, 'done: set_value'],
  ])('%s the work of %s has done it %j', async (when, tool, expected, attempts, text) => {
    const { make, flag, reached } = await start(server);
    await flag(`die-${when} ${tool}`);
    const { call, outcome } = make(tool, client);
    expect(textOf(await outcome)).toMatch(new RegExp(`${text}$`));
    expect(await reached()).toEqual(expected);
    expect([call.attempts, call.failures.length]).toEqual([attempts, attempts - 1]);
  });
});

describe('a real server', () => {
  it('that keeps dying gets as many attempts as the config says', async () => {
    const { make, flag, reached } = await start('legacy');
    await flag('die-after set_value always');
    const { call, outcome } = make('set_value', 'legacy');
    expect(textOf(await outcome)).toMatch(/check before you call it again\.$/);
    expect((await reached()).length).toBe(3);
    expect(call.failures.length).toBe(2);
  });

  it('that does not answer in time has done an addition once', async () => {
    const { make, flag, reached } = await start('legacy', 300);
    await flag('hang-after add_item');
    const { outcome } = make('add_item', 'legacy');
    expect(await outcome).toMatchObject({ error: { data: { error: 'upstreamTimeout', happened: 'maybe' } } });
    expect(await reached()).toEqual(['add_item']);
  });

  it.each(['fail', 'refuse'])('whose tool says no itself (%s) is not asked again', async (what) => {
    const { make, flag, reached } = await start('legacy');
    await flag(`${what} set_value`);
    const { call, outcome } = make('set_value', 'legacy');
    await outcome;
    expect([call.attempts, await reached()]).toEqual([1, []]);
  });

  it('is asked once by identical reads, and never answered for by the cache where it may have changed', async () => {
    const { make, reached } = await start('legacy');
    const together = Array.from({ length: 20 }, () => make('read_value', 'legacy', { delay_ms: 50 }).outcome);
    expect((await Promise.all(together)).map(textOf)).toEqual(together.map(() => 'changes: 0'));
    expect(await reached()).toEqual(['read_value']);
    await make('add_item', 'legacy').outcome;
    expect(textOf(await make('read_value', 'legacy', { delay_ms: 50 }).outcome)).toBe('changes: 1');
    await Promise.all(
      ['add_item', 'set_value', 'delete_item'].flatMap((tool) => [1, 2].map(() => make(tool, 'legacy').outcome)),
    );
    expect(textOf(await make('read_value', 'legacy', { delay_ms: 50 }).outcome)).toBe('changes: 7');
    expect((await reached()).length).toBe(10);
  });
});
