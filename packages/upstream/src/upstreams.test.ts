import { result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { settle } from '../../base/src/fixtures/fake-clock.ts';
import {
  createFakeConnection,
  createFakeOpen,
  type FakeConnection,
  listed,
  never,
} from './fixtures/fake-connection.ts';
import { aConfig, setUp } from './fixtures/server-setup.ts';
import type { UpstreamConfig } from './upstream-config.ts';
import { createUpstreams } from './upstreams.ts';

/** A separate server for each command; a command of `hang` never connects. */
function start() {
  const connections = new Map<string, FakeConnection[]>();
  const { open, attempts } = createFakeOpen(({ target }) => {
    const command = target.kind === 'command' ? target.command : '';
    if (command === 'hang') return never();
    const playbook = {
      'tools/list': listed('tools', [`${command}-tool`]),
      'tools/call': () => result({ from: command }),
    };
    const capabilities = { tools: {}, resources: { subscribe: true } };
    const connection = createFakeConnection({ capabilities, playbook, ...(command === 'clingy' && { close: never }) });
    connections.set(command, [...(connections.get(command) ?? []), connection]);
    return connection;
  });
  const setup = setUp(open);
  return { ...setup, attempts, connections, upstreams: createUpstreams(setup.deps) };
}

const config = (name: string, command = name, change: Partial<UpstreamConfig> = {}): UpstreamConfig =>
  aConfig({ name, target: { kind: 'command', command }, ...change });

describe('the configured servers', () => {
  it('keep their order, and connect in parallel', async () => {
    const { upstreams, attempts } = start();
    const change = upstreams.apply([config('b'), config('a'), config('c', 'c', { disabled: true })]);
    expect(change).toEqual({ added: ['b', 'a', 'c'], changed: [], removed: [], isReordered: false });
    await settle();
    expect(upstreams.all().map((server) => [server.name, server.status().state])).toEqual([
      ['b', 'ready'],
      ['a', 'ready'],
      ['c', 'disabled'],
    ]);
    expect(attempts).toHaveLength(2);
    expect(upstreams.get('a')?.name).toBe('a');
    expect(upstreams.get('constructor')).toBeUndefined();
  });

  it('have ended when their removal is reported', async () => {
    const { upstreams } = start();
    upstreams.apply([config('a'), config('b', 'clingy')]);
    await settle();
    const told: string[] = [];
    upstreams.apply([]);
    void upstreams.ended('a').then(() => told.push('a'));
    void upstreams.ended('b').then(() => told.push('b'));
    void upstreams.ended('never there').then(() => told.push('never there'));
    await settle();
    expect(told.toSorted()).toEqual(['a', 'never there']);
  });

  it('do not wait for one another', async () => {
    const { upstreams } = start();
    const many = Array.from({ length: 49 }, (_, index) => config(`s${index}`));
    upstreams.apply([config('sick', 'hang'), ...many]);
    await settle();
    const states = upstreams.all().map((server) => server.status().state);
    expect(states).toEqual(['connecting', ...many.map(() => 'ready')]);
    expect(await upstreams.get('s48')?.request('tools/call', {}, {})).toEqual(result({ from: 's48' }));
  });

  it('are kept, replaced and closed by the next config', async () => {
    const { upstreams, connections, offers } = start();
    upstreams.apply([config('kept'), config('changed'), config('removed')]);
    await settle();
    const [kept, changed] = upstreams.all();
    offers.length = 0;
    const change = upstreams.apply([config('added'), config('changed', 'other'), structuredClone(config('kept'))]);
    expect(change).toEqual({ added: ['added'], changed: ['changed'], removed: ['removed'], isReordered: true });
    expect(upstreams.all().map(({ name }) => name)).toEqual(['added', 'changed', 'kept']);
    expect(upstreams.get('kept')).toBe(kept);
    expect(upstreams.get('changed')).not.toBe(changed);
    expect(upstreams.get('changed')?.offer().tools).toEqual([]);
    expect(offers).toEqual([
      ['changed', ['tools']],
      ['removed', ['tools']],
    ]);
    await settle();
    expect(connections.get('kept')?.map((each) => each.isClosed())).toEqual([false]);
    expect(connections.get('changed')?.map((each) => each.isClosed())).toEqual([true]);
    expect(connections.get('removed')?.map((each) => each.isClosed())).toEqual([true]);
    expect(upstreams.get('changed')?.offer().tools).toEqual([{ name: 'other-tool' }]);
  });

  it('keep their tools when only a limit changed', async () => {
    const { upstreams, offers, connections } = start();
    upstreams.apply([config('a')]);
    await settle();
    offers.length = 0;
    upstreams.apply([config('a', 'a', { concurrency: 1 })]);
    expect(upstreams.get('a')?.offer().tools).toEqual([{ name: 'a-tool' }]);
    await settle();
    expect(upstreams.get('a')?.status().state).toBe('ready');
    expect(offers).toEqual([]);
    expect(connections.get('a')?.map((each) => each.isClosed())).toEqual([true, false]);
  });

  it('keep watched resources when replaced, but not after a removal', async () => {
    const { upstreams, connections } = start();
    const subscribed = (command: string): readonly unknown[] =>
      connections
        .get(command)
        ?.at(-1)
        ?.requests.filter(({ method }) => method === 'resources/subscribe') ?? [];
    upstreams.apply([config('a')]);
    upstreams.get('a')?.watch(['a:1']);
    await settle();
    expect(subscribed('a')).toHaveLength(1);
    upstreams.apply([config('a', 'b')]);
    await settle();
    expect(subscribed('b')).toHaveLength(1);
    upstreams.apply([]);
    upstreams.apply([config('a', 'c')]);
    await settle();
    expect(upstreams.get('a')?.status().state).toBe('ready');
    expect(subscribed('c')).toEqual([]);
  });

  it('lose them when they are disabled', async () => {
    const { upstreams, offers } = start();
    upstreams.apply([config('a')]);
    await settle();
    offers.length = 0;
    upstreams.apply([config('a', 'a', { disabled: true })]);
    expect(offers).toEqual([['a', ['tools']]]);
    expect(upstreams.get('a')?.offer().tools).toEqual([]);
  });

  it('start only after their predecessor ended, even after an interim removal', async () => {
    const { upstreams, attempts, clock } = start();
    upstreams.apply([config('a', 'clingy')]);
    await settle();
    upstreams.apply([]);
    await settle();
    upstreams.apply([config('a', 'new')]);
    await clock.advance(4_999);
    expect(attempts).toHaveLength(1);
    expect(upstreams.get('a')?.status().state).toBe('connecting');
    await clock.advance(1);
    expect(attempts).toHaveLength(2);
    expect(upstreams.get('a')?.status().state).toBe('ready');
  });

  it('are closed together within the timeout', async () => {
    const { upstreams, connections, clock, lines } = start();
    upstreams.apply([config('a'), config('b', 'clingy'), config('c', 'hang'), config('d')]);
    await settle();
    const closing = upstreams.close(1_000);
    await settle();
    expect(['a', 'd'].map((name) => connections.get(name)?.[0]?.isClosed())).toEqual([true, true]);
    await clock.advance(1_000);
    await closing;
    expect(lines.at(-1)).toMatchObject({ level: 'warn', fields: { open: ['b', 'c'], patienceMs: 1_000 } });
    expect(upstreams.apply([config('e')])).toEqual({ added: [], changed: [], removed: [], isReordered: false });
    expect(upstreams.get('e')).toBeUndefined();
    await clock.advance(10_000);
    expect(clock.pending()).toBe(0);
  });

  it('are closed at once when nothing is pending', async () => {
    const { upstreams, clock, lines } = start();
    upstreams.apply([config('a'), config('b')]);
    await settle();
    await upstreams.close(1_000);
    expect(clock.pending()).toBe(0);
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });
});
