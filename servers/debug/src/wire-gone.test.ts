import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { type Kind, prepareKinds } from './fixtures/kinds.ts';
import { isMissing } from './fixtures/needs.ts';
import { debuggee, isAlive, startDebugging, stateOf } from './fixtures/program.ts';
import { startClient } from './fixtures/start-client.ts';

const prepared = await prepareKinds();
const withoutGdb = await isMissing('gdb');
const withoutClangd = await isMissing('clangd');
afterAll(() => prepared[Symbol.dispose]());

/** A program that runs without a debugger, and has reported that it started. */
async function startForever({ forever }: Kind) {
  const child = spawn(forever.command, forever.commandArgs, { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  return {
    pid: child.pid ?? 0,
    /** Neither ended nor stopped. */
    expectFree: async () => {
      await expect.poll(() => stateOf(child.pid ?? 0)).toMatch(/^[RS]$/);
      expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    },
    [Symbol.asyncDispose]: async () => void child.kill('SIGKILL'),
  };
}

const byName = prepared.kinds.map((kind) => [kind.column, kind] as const);

describe.each(byName)('a client of %s that is killed', (column, kind) => {
  const { program, forever, endless, adapter, source, line } = kind;

  it('takes a running program with it', async () => {
    const { program: file, args } = forever;
    await using client = await startClient(
      [['debug_launch', { program: file, args, stopAtEntry: false }]],
      ['breakpoint_wait', { timeout_ms: 300_000 }],
    );
    expect(client.processes().length).toBeGreaterThan(adapter === undefined ? 2 : 3);
    expect(await client.kill()).toEqual([]);
  });

  it('takes with it a program stopped at a breakpoint, and an endless evaluation', async () => {
    await using client = await startClient(
      [
        ['breakpoint_set', { file: source, line }],
        ['debug_launch', { program }],
        ['debug_continue', {}],
        ['breakpoint_wait', {}],
      ],
      ['evaluate', { expression: endless, timeout_ms: 60_000 }],
    );
    expect(client.replies.at(-1)).toMatchObject({ hit: true });
    expect(await client.kill()).toEqual([]);
  });

  it.skipIf(column === 'python' && withoutGdb)('leaves an attached program running', async () => {
    await using running = await startForever(kind);
    await using client = await startClient([
      ['debug_attach', { pid: running.pid }],
      ['debug_pause', {}],
    ]);
    expect(await client.kill()).toEqual([]);
    await running.expectFree();
  });
});

const withAdapter = byName.filter(([, { adapter }]) => adapter !== undefined);

describe.each(withAdapter)('a debugger of %s that stops answering', (column, kind) => {
  const stopAdapter = (processes: readonly string[]) => {
    const found = processes.find((each) => kind.adapter?.test(each));
    process.kill(Number(found?.split(' ')[0]), 'SIGSTOP');
  };

  it('ends with a client that is killed, and so does its program', async () => {
    await using client = await startClient([['debug_launch', { program: kind.program }]]);
    stopAdapter(client.processes());
    expect(await client.kill()).toEqual([]);
  });

  // Such a client gives the server two seconds before it signals; a debugger may take longer to detach.
  it.skipIf(column === 'python' && withoutGdb)(
    'ends with a client that disconnects normally, and an attached program keeps running',
    async () => {
      await using running = await startForever(kind);
      const debug = await startDebugging();
      expect(await debug.call('debug_attach', { pid: running.pid })).toMatchObject({ success: true });
      stopAdapter(debug.processes());
      await debug[Symbol.asyncDispose]();
      await running.expectFree();
    },
  );
});

describe('a client with a workspace that is killed', () => {
  it.each([
    ['pyright', 'workspaces/python'],
    ...(withoutClangd ? [] : [['clangd', 'workspaces/cpp']]),
    ['main.ts', 'workspaces/ts'],
  ])('takes %s with it', async (server = '', path = '') => {
    await using client = await startClient([['code_load', { path: debuggee(path) }]]);
    expect(client.processes().join('\n')).toContain(server);
    expect(await client.kill()).toEqual([]);
  });

  it.each([['pyright', 'workspaces/python'], ...(withoutClangd ? [] : [['clangd', 'workspaces/cpp']])])(
    'takes %s with it while loading',
    async (server = '', path = '') => {
      await using client = await startClient([], ['code_load', { path: debuggee(path) }]);
      await expect.poll(() => client.processes().join('\n')).toContain(server);
      expect(await client.kill()).toEqual([]);
    },
  );
});

describe.each(byName)('a server of %s that is killed with SIGKILL', (column, kind) => {
  it.each([true, false])('takes its program with it; held: %s', async (stopAtEntry) => {
    const { program, args } = kind.forever;
    await using debug = await startDebugging();
    const { processId } = await debug.launch(program, { args, stopAtEntry });
    process.kill(debug.pid, 'SIGKILL');
    await expect.poll(() => isAlive(processId)).toBe(false);
  });

  it.skipIf(column === 'python' && withoutGdb)('leaves an attached program running', async () => {
    await using running = await startForever(kind);
    await using debug = await startDebugging();
    await debug.call('debug_attach', { pid: running.pid });
    await debug.call('debug_pause');
    process.kill(debug.pid, 'SIGKILL');
    await running.expectFree();
  });
});
