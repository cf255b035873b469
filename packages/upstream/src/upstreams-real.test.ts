import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type RpcReply, systemClock } from '@toolmark/base';
import type { CommandTarget } from '@toolmark/reach';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openConnection } from './connect.ts';
import { aConfig, setUp } from './fixtures/server-setup.ts';
import type { UpstreamServer } from './server.ts';
import type { UpstreamConfig } from './upstream-config.ts';
import { createUpstreams } from './upstreams.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const moody = (mood = ''): CommandTarget => ({
  kind: 'command',
  command: process.execPath,
  args: [here('./fixtures/moody-server.mjs')],
  env: { MOOD: mood },
});

/** Arguments that start the demo server from its sources, with its own data. */
async function demoArgs(...more: readonly string[]): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'toolmark-demo-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const flags = ['--conditions=@toolmark/source', '--disable-warning=ExperimentalWarning'];
  return [...flags, here('../../../servers/demo/src/main.ts'), '--dir', dir, ...more];
}

async function startDemoOverHttp(port: string): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const child = spawn(process.execPath, await demoArgs('--http', port), { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(stop);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const url = /http:\S+/.exec(String(line))?.[0];
  if (url === undefined) throw new Error(`no address in: ${line}`);
  return { url, stop };
}

/** Starts real servers, closed at the end of the test, and waits for their events. */
function start(...configs: readonly Partial<UpstreamConfig>[]) {
  const waiting = new Set<() => void>();
  const onEvent = (): void => {
    for (const check of waiting) check();
  };
  const { deps, lines } = setUp(openConnection);
  const events = { ...deps.events, onStatus: onEvent, onOffer: onEvent };
  const upstreams = createUpstreams({ ...deps, events, clock: systemClock, random: Math.random, env: process.env });
  onTestFinished(() => upstreams.close(10_000));
  upstreams.apply(configs.map((config) => aConfig({ protocol: 'legacy', ...config })));
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!holds()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  const server = (name: string): UpstreamServer => {
    const found = upstreams.get(name);
    if (found === undefined) throw new Error(`no server '${name}'`);
    return found;
  };
  const ready = async (name: string): Promise<UpstreamServer> => {
    await until(() => server(name).status().state === 'ready');
    return server(name);
  };
  return { upstreams, lines, until, server, ready };
}

const call = (server: UpstreamServer, name: string): Promise<RpcReply> =>
  server.request('tools/call', { name, arguments: {} }, {});
const names = (server: UpstreamServer): readonly unknown[] => server.offer().tools.map((tool) => Object(tool).name);
const textIn = (reply: RpcReply): string => (reply.kind === 'result' ? Object(reply.result['content'])[0].text : '');
const codeOf = (reply: RpcReply): number | undefined => (reply.kind === 'error' ? reply.error.code : undefined);

describe('a real server', () => {
  it.each(['killed from outside', 'that exits'])('%s during a call is started again', async (how) => {
    const { ready, until } = start({ name: 'moody', target: moody() });
    const server = await ready('moody');
    const pid = Number(textIn(await call(server, 'pid')));
    const lost = call(server, how === 'killed from outside' ? 'hang' : 'exit');
    if (how === 'killed from outside') process.kill(pid, 'SIGKILL');
    expect(codeOf(await lost)).toBe(-32_063);
    const next = await call(server, 'pid');
    expect(Number(textIn(next))).toBeGreaterThan(0);
    expect(Number(textIn(next))).not.toBe(pid);
    await until(() => server.status().state === 'ready');
    expect(server.status()).toMatchObject({ restarts: 1, inFlight: 0, queued: 0 });
    expect(names(server)).toEqual(['pid', 'exit', 'hang', 'grow']);
  });

  it('that exits again right away is delayed, and reported with its last output', async () => {
    const { ready, until } = start({ name: 'moody', target: moody() });
    const server = await ready('moody');
    await call(server, 'exit');
    await until(() => server.status().state === 'ready');
    await call(server, 'exit');
    await until(() => server.status().state === 'waiting' || server.status().restarts === 2);
    const { reason, stderrTail, state } = server.status();
    if (state === 'waiting') {
      expect(reason).toBe('The server exited with code 3.');
      expect(stderrTail).toContain('I was told to leave');
    }
    await until(() => server.status().state === 'ready');
    expect(server.status().restarts).toBe(2);
  });

  it('that hangs times its call out, without affecting others', async () => {
    const { ready } = start({ name: 'moody', target: moody(), timeoutMs: 300, concurrency: 2 });
    const server = await ready('moody');
    const hung = call(server, 'hang');
    expect(textIn(await call(server, 'pid'))).toMatch(/^\d+$/);
    expect(codeOf(await hung)).toBe(-32_062);
    expect(server.status()).toMatchObject({ state: 'ready', inFlight: 0 });
  });

  it('that changes its tools is listed again over all pages, despite a burst of announcements', async () => {
    const { ready, until } = start({ name: 'moody', target: moody() });
    const server = await ready('moody');
    await call(server, 'grow');
    await until(() => names(server).length === 5);
    expect(names(server)).toEqual(['pid', 'exit', 'hang', 'grow', 'grown_4']);
  });

  it('that declares an unimplemented list is ready with a warning', async () => {
    const { ready, until } = start({ name: 'moody', target: moody('wordy') });
    const server = await ready('moody');
    await until(() => server.status().warnings.length > 0);
    expect(server.status().warnings).toEqual(['prompts/list: Method not found (-32601)']);
    expect(names(server)).toHaveLength(4);
  });

  it('is ready whatever the others do', async () => {
    const { ready, until, server, upstreams } = start(
      { name: 'mute', target: moody('mute'), connectTimeoutMs: 500 },
      { name: 'absent', target: { kind: 'command', command: 'toolmark-no-such-command' } },
      { name: 'unreachable', target: { kind: 'url', url: 'http://127.0.0.1:9/mcp' } },
      { name: 'fine', target: moody() },
    );
    expect(textIn(await call(await ready('fine'), 'pid'))).toMatch(/^\d+$/);
    await until(() => server('mute').status().reason !== undefined);
    await until(
      () => server('absent').status().state === 'failed' && server('unreachable').status().reason !== undefined,
    );
    expect(server('absent').status().reason).toContain('toolmark-no-such-command');
    expect(codeOf(await call(server('absent'), 'pid'))).toBe(-32_061);
    await upstreams.close(10_000);
    expect(upstreams.all().map((each) => each.status().state)).toEqual(['stopped', 'stopped', 'stopped', 'stopped']);
  });

  // The server is started twice, and each failed try doubles the back-off: on a busy machine that adds up.
  it('behind an address that goes away is reconnected when it returns', { timeout: 60_000 }, async () => {
    const first = await startDemoOverHttp('0');
    const { ready, until } = start({ name: 'demo', target: { kind: 'url', url: first.url }, protocol: 'auto' });
    const server = await ready('demo');
    const before = names(server);
    await first.stop();
    expect(codeOf(await call(server, 'list_notes'))).toBeLessThanOrEqual(-32_061);
    await until(() => server.status().state !== 'ready');
    expect(names(server)).toEqual(before);
    await startDemoOverHttp(new URL(first.url).port);
    await until(() => server.status().state === 'ready');
    expect((await call(server, 'list_notes')).kind).toBe('result');
  });

  it('of ours, in its preferred era, offers all its lists, and again after a restart', async () => {
    const target: CommandTarget = { kind: 'command', command: process.execPath, args: await demoArgs() };
    const { ready, until } = start({ name: 'demo', target, protocol: 'auto' });
    const server = await ready('demo');
    await until(() => server.offer().resources.length > 0 && server.offer().prompts.length > 0);
    const before = server.offer();
    expect(names(server)).toContain('purge_drafts');
    expect(server.status()).toMatchObject({ era: 'modern', transport: 'stdio', warnings: [] });
    await server.restart();
    expect(server.status()).toMatchObject({ state: 'ready', restarts: 1 });
    expect(server.offer()).toEqual(before);
  });
});
