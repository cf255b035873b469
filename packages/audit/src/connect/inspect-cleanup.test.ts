import { describe, expect, it } from 'vitest';
import { createPidFile, isAlive, stdioServer, stdioServerInShell } from './fixtures/processes.ts';
import { inspectServer } from './inspect.ts';

const STUBBORN_FAMILY = { GRANDCHILD: '1', STUBBORN: '1' };

describe('after an inspection no process is left', () => {
  it.each([
    ['success', { GRANDCHILD: '1' }, 2],
    ['success against resistance', STUBBORN_FAMILY, 2],
    ['a timeout', { ...STUBBORN_FAMILY, ON_START: 'silent' }, 4],
    ['an exit that leaves a child behind', { GRANDCHILD: '1', ON_START: 'exit' }, 4],
    ['an unusable list', { ...STUBBORN_FAMILY, LIST: '[]' }, 2],
  ])('%s', async (_, env, processes) => {
    const { path: PID_FILE, pids } = createPidFile();
    const timeoutMs = 4_000;
    const started = performance.now();
    await inspectServer(stdioServer({ ...env, PID_FILE }), { timeoutMs });
    expect(pids().filter(isAlive)).toEqual([]);
    expect(pids()).toHaveLength(processes);
    expect(performance.now() - started).toBeLessThan(timeoutMs + 250);
  });

  it('cancellation', async () => {
    const { path: PID_FILE, pids } = createPidFile();
    const controller = new AbortController();
    const inspected = await inspectServer(stdioServer({ ...STUBBORN_FAMILY, ON_LIST: 'silent', PID_FILE }), {
      signal: controller.signal,
      onProgress: (event) => {
        if (event.kind === 'connected') controller.abort();
      },
    });
    expect(inspected).toMatchObject({ error: { code: 'cancelled' } });
    expect(pids()).toHaveLength(2);
    expect(pids().filter(isAlive)).toEqual([]);
  });

  it('a server behind a shell', async () => {
    const { path: PID_FILE, pids } = createPidFile();
    const inspected = await inspectServer(stdioServerInShell({ ...STUBBORN_FAMILY, PID_FILE }));
    expect(inspected).toMatchObject({ ok: true, value: { tools: [{ name: 'ping' }] } });
    expect(pids()).toHaveLength(2);
    expect(pids().filter(isAlive)).toEqual([]);
  });

  it('a mistake of the caller', async () => {
    const { path: PID_FILE, pids } = createPidFile();
    const onProgress = (event: { readonly kind: string }) => {
      if (event.kind === 'listing') throw new Error('a bug');
    };
    const inspection = inspectServer(stdioServer({ ...STUBBORN_FAMILY, PID_FILE }), { onProgress });
    await expect(inspection).rejects.toThrow('a bug');
    expect(pids()).toHaveLength(2);
    expect(pids().filter(isAlive)).toEqual([]);
  });
});
