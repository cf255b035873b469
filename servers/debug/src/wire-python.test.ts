import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { coverCells } from './fixtures/cover.ts';
import { isMissing } from './fixtures/needs.ts';
import { debuggee, isAlive } from './fixtures/program.ts';

const LOOP = debuggee('python/loop.py');
const FOREVER = debuggee('python/forever.py');
const THREADS = debuggee('python/threads.py');
const { startDebugging, problems } = coverCells('wire-python.test.ts');

describe.skipIf(await isMissing('python', 'gdb'))('Python, by a real client over stdio', () => {
  it('debug_launch, debug_state, debug_step, debug_continue', async () => {
    await using debug = await startDebugging();
    const session = await debug.launch(LOOP, { args: ['--quietly'], env: '{"GREETING":"hello"}' });
    expect(session).toMatchObject({
      processName: 'loop.py',
      runtimeVersion: expect.stringMatching(/^Python 3\./),
      state: 'paused',
      pauseReason: 'entry',
      launchMode: 'launch',
      debugger: 'python',
      commandLineArgs: ['--quietly'],
    });
    expect(await debug.call('debug_state')).toMatchObject({
      state: 'paused',
      location: { file: LOOP, line: 1 },
      session: { processId: session.processId },
    });
    expect(await debug.call('evaluate', { expression: '__import__("os").environ["GREETING"]' })).toMatchObject({
      value: "'hello'",
    });
    expect(await debug.call('debug_step', { mode: 'over' })).toMatchObject({
      stepMode: 'over',
      session: { pauseReason: 'step', location: { file: LOOP, line: 2 } },
    });
    await debug.call('breakpoint_set', { file: LOOP, line: 13 });
    await debug.runToHit();
    expect(await debug.call('debug_step', { mode: 'in' })).toMatchObject({
      session: { pauseReason: 'step', location: { file: LOOP, line: 6, functionName: 'add' } },
    });
    expect(await debug.call('debug_step', { mode: 'out' })).toMatchObject({
      session: { pauseReason: 'step', location: { file: LOOP, line: 13, functionName: 'main' } },
    });
    expect(await debug.call('debug_continue')).toMatchObject({ session: { state: 'running' } });
    expect(await debug.call('debug_disconnect', { terminateProcess: true })).toMatchObject({
      wasTerminated: true,
      previousSession: { processId: session.processId, launchMode: 'launch' },
    });
    expect(isAlive(session.processId)).toBe(false);
  });

  it('debug_pause stops a running program, and debug_disconnect ends it', async () => {
    await using debug = await startDebugging();
    const { processId } = await debug.launch(FOREVER, { stopAtEntry: false });
    expect(await debug.call('debug_pause')).toMatchObject({
      state: 'paused',
      threads: [{ id: 1, location: { file: FOREVER } }],
    });
    expect(await debug.call('debug_pause')).toMatchObject({ state: 'already_paused' });
    expect(await debug.call('debug_disconnect', { terminateProcess: true })).toMatchObject({ wasTerminated: true });
    expect(isAlive(processId)).toBe(false);
  });

  it('debug_attach leaves a program running, and detaches from it', async () => {
    const program = spawn('/usr/bin/python3', [FOREVER], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      await once(program.stdout, 'data');
      await using debug = await startDebugging();
      expect(await debug.call('debug_attach', { pid: program.pid })).toMatchObject({
        session: { state: 'running', launchMode: 'attach', processId: program.pid, debugger: 'python' },
      });
      expect(await debug.call('breakpoint_set', { file: FOREVER, line: 7 })).toMatchObject({
        breakpoint: { state: 'bound', verified: true },
      });
      expect(await debug.call('breakpoint_wait')).toMatchObject({ hit: true, location: { file: FOREVER, line: 7 } });
      expect(await debug.call('process_write_input', { data: 'x' })).toMatchObject({ error: { code: 'NO_SESSION' } });
      expect(await debug.call('debug_disconnect', { terminateProcess: true })).toMatchObject({ wasTerminated: false });
      expect(program.exitCode).toBe(null);
      expect(isAlive(program.pid ?? 0)).toBe(true);
    } finally {
      program.kill('SIGKILL');
    }
  });

  it('breakpoint_set, breakpoint_wait, breakpoint_list, breakpoint_enable, breakpoint_remove, tracepoint_set', async () => {
    await using debug = await startDebugging();
    const set = await debug.call('breakpoint_set', { file: LOOP, line: 7, condition: 'hitCount == 3' });
    const { id } = set['breakpoint'] as { id: string };
    const traced = await debug.call('tracepoint_set', { file: LOOP, line: 14, log_message: 'total={total}' });
    const { id: tracepoint } = traced['tracepoint'] as { id: string };
    await debug.launch(LOOP);
    expect(await debug.runToHit({ breakpoint_id: id })).toMatchObject({
      hit: true,
      breakpointId: id,
      hitCount: 3,
      location: { file: LOOP, line: 7, functionName: 'add' },
    });
    expect(await debug.call('breakpoint_set', { file: LOOP, line: 7, condition: 'result > 20' })).toMatchObject({
      duplicate: true,
      breakpoint: { id, condition: 'result > 20' },
    });
    expect(await debug.runToHit()).toMatchObject({ hit: true, breakpointId: id });
    expect(await debug.call('evaluate', { expression: 'result' })).toMatchObject({ value: '21' });
    expect(await debug.call('breakpoint_enable', { id, enabled: false })).toMatchObject({
      breakpoint: { id, state: 'disabled', enabled: false },
    });
    expect(await debug.runToHit()).toMatchObject({ hit: false, exited: true, exitCode: 3 });
    expect(await debug.call('breakpoint_list')).toMatchObject({
      count: 2,
      breakpoints: expect.arrayContaining([
        expect.objectContaining({ id, type: 'blocking', enabled: false }),
        expect.objectContaining({ id: tracepoint, type: 'tracepoint', recentMessages: ['total=45'] }),
      ]),
    });
    expect(await debug.call('breakpoint_remove', { id })).toMatchObject({ success: true });
    expect(await debug.call('breakpoint_list')).toMatchObject({ count: 1, breakpoints: [{ id: tracepoint }] });
  });

  it('lists its threads, each of which hits the breakpoint', async () => {
    await using debug = await startDebugging();
    await debug.call('breakpoint_set', { file: THREADS, line: 7 });
    await debug.launch(THREADS);
    await debug.call('debug_continue');
    const seen = new Map<string, string>();
    for (let turn = 0; turn < 3; turn += 1) {
      const hit = await debug.call('breakpoint_wait');
      expect(hit).toMatchObject({ hit: true, location: { file: THREADS, line: 7, functionName: 'work' } });
      const { threads } = (await debug.call('threads_list')) as unknown as {
        threads: { id: number; name: string; is_current: boolean }[];
      };
      const thread = threads.find(({ id }) => id === hit['threadId']);
      expect(threads.map(({ name }) => name)).toContain('MainThread');
      const square = await debug.call('evaluate', { expression: 'square', thread_id: hit['threadId'] });
      seen.set(thread?.name ?? '', String(square['value']));
      await debug.call('debug_continue');
    }
    expect(Object.fromEntries(seen)).toEqual({ 'worker-0': '0', 'worker-1': '1', 'worker-2': '4' });
    expect(await debug.call('breakpoint_wait')).toMatchObject({ exited: true, exitCode: 0 });
    expect(await debug.call('process_read_output')).toMatchObject({ stdout: 'squares [0, 1, 4]\n' });
  });

  it('covered every cell of the table', () => {
    expect(problems()).toEqual([]);
  });
});
