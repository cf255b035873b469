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
  it('is found by its serverInfo under any name, also while it is connecting', async () => {
    const { api, until } = await startDemoGateway({ servers: (dir) => ({ 'my-notes': demoServer(dir) }) });
    expect((await api('POST', '/demo', { fast: true })).status).toBe(202);
    expect((await until(isAsking)).server).toBe('my-notes');
  });

  it('is found in the first config', async () => {
    const { start, until } = await startDemoGateway({
      servers: () => ({ demo: { command: 'toolmark', args: ['demo-server'] } }),
    });
    await start();
    expect((await until(isAsking)).server).toBe('demo');
  });

  it('is added to the config if it is missing', async () => {
    const { api, until, gateway } = await startDemoGateway({ servers: () => ({ demo: BROKEN }) });
    expect((await api('POST', '/demo', { fast: true })).status).toBe(202);
    expect((await until(isAsking)).server).toBe('demo-2');
    expect(JSON.parse(await readFile(gateway.configFile, 'utf8'))).toMatchObject({
      mcpServers: { demo: BROKEN, 'demo-2': ENTRY },
    });
  });
});

const ENTRY = { command: 'toolmark', args: ['demo-server'] };
/** An entry of an older config, whose command prints a message and exits. */
const BROKEN = { command: 'toolmark', args: ['demo'] };

/** A gateway with the given servers, and a clock that advances by itself. */
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

describe('the search for the demo server', () => {
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
  ])('fails if it is %s', async (_what, given, problem) => {
    expect(await find(...given)).toEqual(err(problem));
  });

  it('adds it under a free name', async () => {
    const added: unknown[] = [];
    const add: FindServerDeps['editor']['add'] = (request) => {
      added.push(request);
      return Promise.resolve(err({ kind: 'late', message: '' }));
    };
    const others = { demo: { command: 'x' }, 'demo-2': { command: 'y' } };
    // Connecting servers are waited for, because any may be the demo server, but not forever.
    await find(others, [aServer('demo', { state: 'connecting' }), aServer('demo-2')], { editor: { add } });
    expect(added).toEqual([{ name: 'demo-3', entry: { ...ENTRY, trust: 'declared' } }]);
  });
});
