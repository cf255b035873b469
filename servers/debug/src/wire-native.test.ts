import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { compileDebuggees } from './backend/dap/fixtures/compile.ts';
import { lineContaining } from './backend/dap/fixtures/recorder.ts';
import { coverCells } from './fixtures/cover.ts';
import { isMissing } from './fixtures/needs.ts';
import { debuggee, isAlive } from './fixtures/program.ts';

const LOOP = debuggee('cpp/loop.c');
const MAIN_LINE = lineContaining(LOOP, 'int total = 0;');
const CALL_LINE = lineContaining(LOOP, 'total = add(');
const ADD_LINE = lineContaining(LOOP, 'int result =');
const PRINT_LINE = lineContaining(LOOP, 'printf("total');
const TURN_LINE = lineContaining(LOOP, 'turns++');
const THREADS = debuggee('cpp/threads.cpp');
const { startDebugging, problems } = coverCells('wire-native.test.ts');

const skips = await isMissing('lldb', 'compiler');
const compiled = skips ? undefined : compileDebuggees('loop.c', 'threads.cpp');
afterAll(() => compiled?.[Symbol.dispose]());
const program = (name: string): string => compiled?.program(name) ?? '';

describe.skipIf(skips)('C and C++, by a real client over stdio', () => {
  it('debug_launch, debug_state, debug_step, debug_continue', async () => {
    await using debug = await startDebugging();
    const session = await debug.launch(program('loop'), { args: ['--quietly'], env: '{"GREETING":"hello"}' });
    expect(session).toMatchObject({
      processName: 'loop',
      executablePath: program('loop'),
      runtimeVersion: expect.stringContaining('lldb'),
      state: 'paused',
      pauseReason: 'entry',
      launchMode: 'launch',
      debugger: 'native',
      commandLineArgs: ['--quietly'],
    });
    expect(await debug.call('debug_state')).toMatchObject({
      state: 'paused',
      location: { file: LOOP, line: MAIN_LINE, functionName: 'main' },
      session: { processId: session.processId },
    });
    expect(await debug.call('evaluate', { expression: '(char *)getenv("GREETING")' })).toMatchObject({
      value: expect.stringContaining('"hello"'),
    });
    expect(await debug.call('debug_step', { mode: 'over' })).toMatchObject({
      stepMode: 'over',
      session: { pauseReason: 'step', location: { file: LOOP, line: MAIN_LINE + 1 } },
    });
    await debug.call('breakpoint_set', { file: LOOP, line: CALL_LINE });
    await debug.runToHit();
    expect(await debug.call('debug_step', { mode: 'in' })).toMatchObject({
      session: { pauseReason: 'step', location: { file: LOOP, line: ADD_LINE, functionName: 'add' } },
    });
    expect(await debug.call('debug_step', { mode: 'out' })).toMatchObject({
      session: { pauseReason: 'step', location: { file: LOOP, line: CALL_LINE, functionName: 'main' } },
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
    const { processId } = await debug.launch(program('loop'), { args: ['--forever'], stopAtEntry: false });
    expect(await debug.call('debug_pause')).toMatchObject({ state: 'paused', threads: [{ id: processId }] });
    expect(await debug.call('debug_pause')).toMatchObject({ state: 'already_paused' });
    expect(await debug.call('debug_disconnect', { terminateProcess: true })).toMatchObject({ wasTerminated: true });
    expect(isAlive(processId)).toBe(false);
  });

  it('debug_attach leaves a program running, and detaches from it', async () => {
    const running = spawn(program('loop'), ['--forever'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      await once(running.stdout, 'data');
      await using debug = await startDebugging();
      expect(await debug.call('debug_attach', { pid: running.pid })).toMatchObject({
        session: { state: 'running', launchMode: 'attach', processId: running.pid, debugger: 'native' },
      });
      expect(await debug.call('breakpoint_set', { file: LOOP, line: TURN_LINE })).toMatchObject({
        breakpoint: { state: 'bound', verified: true },
      });
      expect(await debug.call('breakpoint_wait')).toMatchObject({
        hit: true,
        location: { file: LOOP, line: TURN_LINE },
      });
      expect(await debug.call('process_write_input', { data: 'x' })).toMatchObject({ error: { code: 'NO_SESSION' } });
      expect(await debug.call('debug_disconnect', { terminateProcess: true })).toMatchObject({ wasTerminated: false });
      expect(running.exitCode).toBe(null);
      expect(isAlive(running.pid ?? 0)).toBe(true);
    } finally {
      running.kill('SIGKILL');
    }
  });

  it('breakpoint_set, breakpoint_wait, breakpoint_list, breakpoint_enable, breakpoint_remove, tracepoint_set', async () => {
    await using debug = await startDebugging();
    const set = await debug.call('breakpoint_set', { file: LOOP, line: ADD_LINE + 1, condition: 'hitCount == 3' });
    const { id } = set['breakpoint'] as { id: string };
    const traced = await debug.call('tracepoint_set', { file: LOOP, line: PRINT_LINE, log_message: 'total={total}' });
    const { id: tracepoint } = traced['tracepoint'] as { id: string };
    await debug.launch(program('loop'));
    expect(await debug.runToHit({ breakpoint_id: id })).toMatchObject({
      hit: true,
      breakpointId: id,
      hitCount: 3,
      location: { file: LOOP, line: ADD_LINE + 1, functionName: 'add' },
    });
    expect(
      await debug.call('breakpoint_set', { file: LOOP, line: ADD_LINE + 1, condition: 'result > 20' }),
    ).toMatchObject({
      duplicate: true,
      breakpoint: { id, condition: 'result > 20' },
    });
    expect(await debug.runToHit()).toMatchObject({ hit: true, breakpointId: id });
    expect(await debug.call('evaluate', { expression: 'result' })).toMatchObject({ value: '21', type: 'int' });
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
    await debug.call('breakpoint_set', { file: THREADS, line: 12 });
    const { processId } = await debug.launch(program('threads'));
    await debug.call('debug_continue');
    const threads = new Set<unknown>();
    const squares: unknown[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const hit = await debug.call('breakpoint_wait');
      expect(hit).toMatchObject({ hit: true, location: { file: THREADS, line: 12 } });
      threads.add(hit['threadId']);
      const listed = (await debug.call('threads_list')) as unknown as { threads: { id: number }[] };
      expect(listed.threads.map(({ id }) => id)).toEqual(expect.arrayContaining([processId, hit['threadId']]));
      squares.push((await debug.call('evaluate', { expression: 'square', thread_id: hit['threadId'] }))['value']);
      await debug.call('debug_continue');
    }
    expect([threads.size, squares.toSorted()]).toEqual([3, ['0', '1', '4']]);
    expect(await debug.call('breakpoint_wait')).toMatchObject({ exited: true, exitCode: 0 });
    expect(await debug.call('process_read_output')).toMatchObject({ stdout: '3 squares\n' });
  });

  it('covered every cell of the table', () => {
    expect(problems()).toEqual([]);
  });
});
