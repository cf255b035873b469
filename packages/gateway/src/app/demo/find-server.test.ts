import { readFile } from 'node:fs/promises';
import { err } from '@toolmark/annotations';
import type { Demo } from '@toolmark/api-contract';
import type { UpstreamServer } from '@toolmark/upstream';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import { parseConfig } from '../../../../config/src/parse.ts';
import { aServer } from '../../front/rest/fixtures/a-gateway.ts';
import { CATALOG } from '../../front/rest/fixtures/api.ts';
import { type FindServerDeps, findDemoServer } from './find-server.ts';
import { demoServer, LONG, startDemoGateway } from './fixtures/demo-gateway.ts';

const isAsking = ({ steps }: Demo): boolean => steps.some(({ state }) => state === 'asking');

describe('the server of the demo', LONG, () => {
  it('is the one that says it is, whatever it is called, also while it is being connected', async () => {
    const { api, until } = await startDemoGateway({ servers: (dir) => ({ 'my-notes': demoServer(dir) }) });
    expect((await api('POST', '/demo', { fast: true })).status).toBe(202);
    expect((await until(isAsking)).server).toBe('my-notes');
  });

  it('is the one that the first config has', async () => {
    const { start, until } = await startDemoGateway({
      servers: () => ({ demo: { command: 'toolmark', args: ['demo-server'] } }),
    });
    await start();
    expect((await until(isAsking)).server).toBe('demo');
  });

  it('is added to the config where it is missing', async () => {
    const { api, until, gateway } = await startDemoGateway({ servers: () => ({ demo: BROKEN }) });
    expect((await api('POST', '/demo', { fast: true })).status).toBe(202);
    expect((await until(isAsking)).server).toBe('demo-2');
    expect(JSON.parse(await readFile(gateway.configFile, 'utf8'))).toMatchObject({
      mcpServers: { demo: BROKEN, 'demo-2': ENTRY },
    });
  });
});

const ENTRY = { command: 'toolmark', args: ['demo-server'] };
/** As configs were before the server had a name of its own: what it starts says so and ends. */
const BROKEN = { command: 'toolmark', args: ['demo'] };

/** A gateway whose servers are as given; time passes by itself. */
function find(
  mcpServers: Readonly<Record<string, object>>,
  servers: readonly UpstreamServer[],
  more: Partial<FindServerDeps> = {},
  transparent = false,
) {
  const parsed = parseConfig({ mcpServers }, { folder: '/', env: {} }, { transparent });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const clock = createFakeClock();
  const found = findDemoServer({
    config: () => parsed.value.config,
    configFile: '/d/toolmark.json',
    servers: () => servers,
    catalog: () => CATALOG,
    clock,
    signal: new AbortController().signal,
    editor: { add: () => Promise.reject(new Error('not in this test')) },
    ...more,
  });
  return clock.advance(60_000).then(() => found);
}

describe('looking for it', () => {
  it.each<[string, Parameters<typeof find>, string]>([
    [
      'disabled',
      [{ demo: { ...ENTRY, disabled: true } }, [aServer('demo', { state: 'disabled' })]],
      "The demo uses server 'demo', which is disabled in /d/toolmark.json. Enable it there.",
    ],
    [
      'broken',
      [{ demo: ENTRY }, [aServer('demo', { state: 'failed', reason: 'It exited with code 1.' })]],
      "Server 'demo' does not start. It exited with code 1.",
    ],
    [
      'slow',
      [{ demo: ENTRY }, [aServer('demo', { state: 'waiting' })]],
      "Server 'demo' was not ready within 30 s. See: toolmark servers",
    ],
    [
      'another one, passed through',
      [{ notes: { command: 'x' } }, [aServer('notes')], {}, true],
      'The demo needs the demo server, but this gateway passes another server through (transparent).',
    ],
    [
      'refused by the config',
      [{}, [], { editor: { add: () => Promise.resolve(err({ kind: 'unwritable', message: 'It is read-only.' })) } }],
      'The demo server could not be added to the config. It is read-only.',
    ],
  ])('gives up where it is %s', async (_what, given, problem) => {
    expect(await find(...given)).toEqual(err(problem));
  });

  it('adds it under a name that is free', async () => {
    const added: unknown[] = [];
    const add: FindServerDeps['editor']['add'] = (request) => {
      added.push(request);
      return Promise.resolve(err({ kind: 'late', message: '' }));
    };
    const others = { demo: { command: 'x' }, 'demo-2': { command: 'y' } };
    // It waits for those that are being connected, which may be the one, but not for ever.
    await find(others, [aServer('demo', { state: 'connecting' }), aServer('demo-2')], { editor: { add } });
    expect(added).toEqual([{ name: 'demo-3', entry: { ...ENTRY, trust: 'declared' } }]);
  });
});
