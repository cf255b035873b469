import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOG_LEVEL_META_KEY } from '@modelcontextprotocol/server';
import { afterAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createScripted, place, type Script } from '../engine/fixtures/scripted-backend.ts';
import { type Connected, connect, STDIO, WIRES, type Wire } from '../fixtures/wires.ts';
import { ok } from '../result.ts';
import { createBoundedSender } from './bounded-sender.ts';
import { BREAKPOINTS_URI, SESSION_URI, sourceUri, THREADS_URI } from './uris.ts';

const dir = await mkdtemp(join(tmpdir(), 'toolmark debug '));
const [file, secret] = [join(dir, 'main.js'), join(dir, 'secret.txt')];
await writeFile(file, 'console.log(1);\n');
await writeFile(secret, 'nobody may see this');
afterAll(() => rm(dir, { recursive: true }));

async function scripted(wire: Wire = STDIO, script: Script = {}) {
  const backend = createScripted({ sources: [file], ...script });
  const backends = { forProgram: async () => ok({ backend, program: file }), forProcess: async () => ok(backend) };
  return Object.assign(await connect(wire, { backends, cwd: dir }), { backend });
}

async function read({ client }: Connected, uri: string): Promise<unknown> {
  const { contents } = await client.readResource({ uri });
  const [first] = contents;
  if (first === undefined || !('text' in first)) throw new Error('no text');
  return first.mimeType === 'application/json' ? JSON.parse(first.text) : first.text;
}

describe('resources', () => {
  it.each(WIRES)('are those that can be read now, over $name', async (wire) => {
    await using debug = await scripted(wire);
    const uris = async () => (await debug.client.listResources()).resources.map(({ uri }) => uri);
    expect(await uris()).toEqual([BREAKPOINTS_URI]);
    await expect(read(debug, SESSION_URI)).rejects.toThrow('Nothing is being debugged');
    await debug.call('debug_launch', { program: 'main.js' });
    expect(await uris()).toEqual([SESSION_URI, BREAKPOINTS_URI, THREADS_URI]);
    expect(await read(debug, SESSION_URI)).toMatchObject({
      processId: 4711,
      state: 'paused',
      pauseReason: 'entry',
      activeThreadId: 1,
    });
    expect(await read(debug, THREADS_URI)).toMatchObject({
      threads: [{ id: 1, is_current: true }],
      stale: false,
      capturedAt: expect.any(String),
    });
    expect(await read(debug, BREAKPOINTS_URI)).toMatchObject({ breakpoints: [], exceptionBreakpoints: [], count: 0 });
  });

  it('show the sources of the program, and no other file', async () => {
    await using debug = await scripted();
    expect(
      (await debug.client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ).toEqual(['debugger://source/{+file}']);
    await expect(read(debug, sourceUri(file))).rejects.toThrow('Nothing is being debugged');
    await debug.call('debug_launch', { program: 'main.js' });
    expect(await read(debug, sourceUri(file))).toBe('console.log(1);\n');
    for (const other of [secret, '/etc/passwd', `${file}/../secret.txt`, '%zz']) {
      await expect(debug.client.readResource({ uri: `debugger://source/${other}` })).rejects.toThrow();
    }
  });

  it.each([
    ['named through a link, asked for by its own path', (link: string) => ({ named: link, asked: file })],
    ['named by its own path, asked for through a link', (link: string) => ({ named: file, asked: link })],
  ])('show a source that is %s', async (_, paths) => {
    const folder = join(await mkdtemp(join(dir, 'link ')), 'here');
    await symlink(dir, folder);
    const { named, asked } = paths(join(folder, 'main.js'));
    await using debug = await scripted(STDIO, { sources: [named] });
    await debug.call('debug_launch', { program: 'main.js' });
    expect(await read(debug, sourceUri(asked))).toBe('console.log(1);\n');
    // A file with the same name as a source, and other content.
    const other = join(await mkdtemp(join(dir, 'other ')), 'main.js');
    await symlink(secret, other);
    await expect(read(debug, sourceUri(other))).rejects.toThrow('not found');
  });

  it.each(['a b', 'a%41', 'a#b?c', 'ü😀', '[31m'])('show a source that is called %j', async (name) => {
    const odd = join(dir, `${name}.js`);
    await writeFile(odd, name);
    await using debug = await scripted(STDIO, { sources: [odd] });
    await debug.call('debug_launch', { program: 'main.js' });
    expect(await read(debug, sourceUri(odd))).toBe(name);
    expect(await read(debug, `debugger://source/${encodeURIComponent(odd)}`)).toBe(name);
  });

  it('are truncated like replies', async () => {
    await using debug = await scripted();
    for (let line = 1; line <= 100; line += 1)
      await debug.call('tracepoint_set', { file, line: 1, log_message: 'x'.repeat(4_000) });
    const listed = (await read(debug, BREAKPOINTS_URI)) as { count: number; truncated: boolean };
    expect([listed.count, listed.truncated]).toEqual([100, true]);
    expect(JSON.stringify(listed).length).toBeLessThanOrEqual(10_000);
  });

  it('notify subscribers, once for many changes, and report changes of the list', async () => {
    await using debug = await scripted();
    const updated: string[] = [];
    let lists = 0;
    debug.client.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void updated.push(params.uri),
    );
    debug.client.setNotificationHandler('notifications/resources/list_changed', () => {
      lists += 1;
    });
    await debug.client.subscribeResource({ uri: BREAKPOINTS_URI });
    for (let line = 0; line < 5; line += 1)
      await debug.call('breakpoint_set_exception', { exception_type: `Error${line}` });
    await expect.poll(() => updated).toEqual([BREAKPOINTS_URI]);
    await debug.call('debug_launch', { program: 'main.js' });
    await debug.call('debug_disconnect');
    await expect.poll(() => lists).toBe(2);
    await debug.client.unsubscribeResource({ uri: BREAKPOINTS_URI });
    expect(updated).not.toContain(SESSION_URI);
  });
});

describe('notifications of hits', () => {
  it('are debugger/breakpointHit and a log message, from the requested level', async () => {
    await using debug = await scripted();
    const hits: unknown[] = [];
    const logged: { level: string; data: unknown }[] = [];
    const params = z.looseObject({});
    debug.client.setNotificationHandler('debugger/breakpointHit', { params }, (hit) => void hits.push(hit));
    debug.client.setNotificationHandler(
      'notifications/message',
      ({ params: { level, data } }) => void logged.push({ level, data }),
    );
    const set = await debug.call('breakpoint_set', { file, line: 1 });
    const { id } = set['breakpoint'] as { id: string };
    await debug.call('debug_launch', { program: 'main.js', stopAtEntry: false });
    debug.backend.stop({ breakpoints: [id], location: place(1, file) });
    expect(await debug.call('breakpoint_wait')).toMatchObject({ hit: true });
    await vi.waitFor(() => expect(hits).toHaveLength(1));
    expect(hits).toEqual([
      {
        breakpointId: id,
        type: 'blocking',
        location: { file, line: 1, column: 1, functionName: 'main' },
        threadId: 1,
        timestamp: expect.any(String),
        hitCount: 1,
        logMessage: null,
        exceptionInfo: null,
      },
    ]);
    await vi.waitFor(() => expect(logged.map(({ data }) => data)).toContain(`${id} was hit at ${file}:1, hit 1.`));
    expect(logged.filter(({ level }) => level === 'debug')).toEqual([]);
    await debug.client.setLoggingLevel('debug');
    await debug.call('debug_state');
    await vi.waitFor(() => expect(logged.map(({ data }) => data)).toContain('debug_state was called.'));
  });

  it('count as sent only if they were sent; the others are dropped', async () => {
    await using debug = await scripted();
    let received = 0;
    const params = z.looseObject({});
    debug.client.setNotificationHandler('debugger/breakpointHit', { params }, () => {
      received += 1;
    });
    const set = await debug.call('tracepoint_set', { file, line: 1, log_message: 'here' });
    const { id } = set['tracepoint'] as { id: string };
    await debug.call('debug_launch', { program: 'main.js', stopAtEntry: false });
    const burst = 8_000;
    for (let hits = 1; hits <= burst; hits += 1) {
      debug.backend.emit({ kind: 'traced', id, thread: 1, message: 'here', hits, location: undefined });
    }
    const counts = async () => {
      const listed = await debug.call('breakpoint_list');
      const [tracepoint] = listed['breakpoints'] as { notificationsSent: number; notificationsDropped: number }[];
      return tracepoint;
    };
    await vi.waitFor(async () => {
      const { notificationsSent: sent = 0, notificationsDropped: dropped = 0 } = (await counts()) ?? {};
      expect(dropped).toBeGreaterThan(0);
      expect([sent + dropped, received]).toEqual([burst, sent]);
    });
  });

  it('do not reach clients of 2026-07-28 that did not request them', async () => {
    await using debug = await scripted({ name: 'stdio', era: 'modern', transport: 'stdio' });
    const failed: unknown[] = [];
    debug.client.onerror = (error) => failed.push(error);
    await debug.call('debug_launch', { program: 'main.js', stopAtEntry: false });
    debug.backend.stop();
    expect(await debug.call('breakpoint_wait')).toMatchObject({ hit: true });
    expect(failed).toEqual([]);
  });

  it('reach clients of 2026-07-28 that requested them with their call', async () => {
    await using debug = await scripted({ name: 'stdio', era: 'modern', transport: 'stdio' });
    const logged: unknown[] = [];
    debug.client.setNotificationHandler('notifications/message', ({ params: { data } }) => void logged.push(data));
    const _meta = { [LOG_LEVEL_META_KEY]: 'debug' };
    await debug.client.callTool({ name: 'debug_state', arguments: {}, _meta });
    await vi.waitFor(() => expect(logged).toContain('debug_state was called.'));
    logged.length = 0;
    await debug.call('debug_state');
    expect(logged).toEqual([]);
  });

  it('reach clients of 2026-07-28 that subscribed', async () => {
    await using debug = await scripted({ name: 'http', era: 'modern', transport: 'http' });
    const updated: string[] = [];
    debug.client.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void updated.push(params.uri),
    );
    await debug.client.listen({ resourceSubscriptions: [SESSION_URI] });
    await debug.call('debug_launch', { program: 'main.js' });
    await expect.poll(() => updated).toContain(SESSION_URI);
  });

  it('do not accumulate for a client that reads nothing', async () => {
    const sender = createBoundedSender(3);
    const sent: number[] = [];
    let dropped = 0;
    const gate = Promise.withResolvers<void>();
    for (let number = 0; number < 10; number += 1) {
      sender.send(
        async () => {
          await gate.promise;
          sent.push(number);
        },
        () => {
          dropped += 1;
        },
      );
    }
    gate.resolve();
    await vi.waitFor(() => expect(sent).toEqual([0, 7, 8, 9]));
    expect(dropped).toBe(6);
  });
});

describe('completions', () => {
  const complete = ({ client }: Connected, name: string, value: string) =>
    client.complete({ ref: { type: 'ref/resource', uri: 'debugger://source/{+file}' }, argument: { name, value } });

  it('complete expressions while the program is stopped, and sources', async () => {
    await using debug = await scripted();
    expect((await complete(debug, 'expression', 'us')).completion.values).toEqual([]);
    await debug.call('debug_launch', { program: 'main.js' });
    expect((await complete(debug, 'expression', 'us')).completion).toEqual({
      values: ['usOne', 'usTwo'],
      total: 2,
      hasMore: false,
    });
    expect((await complete(debug, 'file', dir)).completion.values).toEqual([file]);
    expect((await complete(debug, 'other', 'us')).completion.values).toEqual([]);
  });
});
