import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive, readPids, stdioServer, stdioServerInShell } from './fixtures/processes.ts';
import { inspectServer } from './inspect.ts';

const STUBBORN_FAMILY = { GRANDCHILD: '1', STUBBORN: '1' };

let directory: string;
let pidFile: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'toolmark-'));
  pidFile = join(directory, 'pids');
});
afterEach(() => rmSync(directory, { recursive: true }));

const started = () => readPids(readFileSync(pidFile, 'utf8'));
const survivors = () => started().filter(isAlive);

describe('after an inspection nothing runs any more', () => {
  it.each([
    ['success', {}, 2],
    ['success against resistance', STUBBORN_FAMILY, 2],
    ['a timeout', { ...STUBBORN_FAMILY, ON_START: 'silent' }, 4],
    ['an exit that leaves a child behind', { GRANDCHILD: '1', ON_START: 'exit' }, 4],
    ['an unusable list', { ...STUBBORN_FAMILY, LIST: '[]' }, 2],
  ])('%s', async (_, env, processes) => {
    const timeoutMs = 4_000;
    const begun = performance.now();
    await inspectServer(stdioServer({ GRANDCHILD: '1', ...env, PID_FILE: pidFile }), { timeoutMs });
    expect(survivors()).toEqual([]);
    expect(started()).toHaveLength(processes);
    expect(performance.now() - begun).toBeLessThan(timeoutMs + 250);
  });

  it('cancellation', async () => {
    const controller = new AbortController();
    const target = stdioServer({ ...STUBBORN_FAMILY, ON_LIST: 'silent', PID_FILE: pidFile });
    const onProgress = (event: { readonly kind: string }) => {
      if (event.kind === 'connected') controller.abort();
    };
    const inspected = await inspectServer(target, { signal: controller.signal, onProgress });
    expect(inspected).toMatchObject({ error: { code: 'cancelled' } });
    expect(started()).toHaveLength(2);
    expect(survivors()).toEqual([]);
  });

  it('a server behind a shell', async () => {
    const inspected = await inspectServer(stdioServerInShell({ ...STUBBORN_FAMILY, PID_FILE: pidFile }));
    expect(inspected).toMatchObject({ ok: true, value: { tools: [{ name: 'ping' }] } });
    expect(started()).toHaveLength(2);
    expect(survivors()).toEqual([]);
  });

  it('a bug of the caller', async () => {
    const target = stdioServer({ ...STUBBORN_FAMILY, PID_FILE: pidFile });
    const onProgress = (event: { readonly kind: string }) => {
      if (event.kind === 'listing') throw new Error('a bug');
    };
    await expect(inspectServer(target, { timeoutMs: 2_000, onProgress })).rejects.toThrow('a bug');
    expect(started()).toHaveLength(2);
    expect(survivors()).toEqual([]);
  });
});
