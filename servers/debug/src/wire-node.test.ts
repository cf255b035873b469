import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { coverCells } from './fixtures/cover.ts';
import { debuggee, isAlive } from './fixtures/program.ts';

const LOOP = debuggee('node/loop.js');
const { startDebugging, problems } = coverCells('wire-node.test.ts');

describe('sessions and execution', () => {
  it('debug_launch, debug_state, debug_step, debug_continue, debug_disconnect', async () => {
    await using debug = await startDebugging();
    const session = await debug.launch(LOOP, { args: ['3'], env: '{"GREETING":"hello"}' });
    expect(session).toMatchObject({
      state: 'paused',
      pauseReason: 'entry',
      launchMode: 'launch',
      debugger: 'node',
      commandLineArgs: ['3'],
    });
    expect(await debug.call('debug_state')).toMatchObject({
      state: 'paused',
      location: { file: LOOP, line: 7 },
      session: { processId: session.processId },
    });
    expect(await debug.call('evaluate', { expression: 'process.env.GREETING' })).toMatchObject({
      value: expect.stringContaining('hello'),
    });
    expect(await debug.call('debug_step', { mode: 'over' })).toMatchObject({
      session: { pauseReason: 'step', location: { line: 8 } },
    });
    expect(await debug.call('debug_continue')).toMatchObject({ success: true });
    const end = await debug.call('breakpoint_wait');
    expect(end).toMatchObject({ hit: false, exited: true, exitCode: 0 });
    expect(await debug.call('process_read_output')).toMatchObject({
      stdout: 'sum 6\n',
      stdoutBytes: 6,
      exited: true,
      exitCode: 0,
    });
    expect(await debug.call('debug_disconnect')).toMatchObject({
      state: 'disconnected',
      previousSession: null,
      wasTerminated: false,
    });
    expect(isAlive(session.processId)).toBe(false);
  });

  it('debug_pause stops a busy program, and debug_disconnect ends it', async () => {
    await using debug = await startDebugging();
    const { processId } = await debug.launch(LOOP, { args: ['1e12'], stopAtEntry: false });
    expect(await debug.call('debug_pause')).toMatchObject({
      state: 'paused',
      threads: [{ id: 1, location: { file: LOOP } }],
    });
    expect(await debug.call('debug_pause')).toMatchObject({ state: 'already_paused' });
    expect(await debug.call('debug_disconnect', { terminateProcess: true })).toMatchObject({
      wasTerminated: true,
      previousSession: { processId },
    });
    expect(isAlive(processId)).toBe(false);
  });

  it('debug_attach leaves a server running, and detaches from it', async () => {
    const server = spawn(process.execPath, [debuggee('node/idle-server.js')], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [said] = await once(server.stdout, 'data');
      const port = /port (\d+)/.exec(String(said))?.[1];
      await using debug = await startDebugging();
      expect(await debug.call('debug_attach', { pid: server.pid })).toMatchObject({
        session: { state: 'running', launchMode: 'attach', processId: server.pid },
      });
      const set = await debug.call('breakpoint_set', { file: debuggee('node/idle-server.js'), line: 6 });
      expect(set).toMatchObject({ breakpoint: { state: 'bound' } });
      const answer = fetch(`http://127.0.0.1:${port}`).then((response) => response.text());
      expect(await debug.call('breakpoint_wait')).toMatchObject({ hit: true, hitCount: 1 });
      expect(await debug.call('process_write_input', { data: 'x' })).toMatchObject({ error: { code: 'NO_SESSION' } });
      expect(await debug.call('debug_disconnect', { terminateProcess: true })).toMatchObject({ wasTerminated: false });
      expect(await answer).toBe(`request 1 of ${server.pid}`);
      expect(server.exitCode).toBe(null);
    } finally {
      server.kill('SIGKILL');
    }
  });
});

describe('breakpoints', () => {
  it('breakpoint_set, breakpoint_wait, breakpoint_list, breakpoint_enable, breakpoint_remove', async () => {
    await using debug = await startDebugging();
    const first = await debug.call('breakpoint_set', { file: LOOP, line: 4, condition: 'hitCount == 3' });
    const { id } = first['breakpoint'] as { id: string };
    expect(first).toMatchObject({ breakpoint: { state: 'pending', hitCount: 0, condition: 'hitCount == 3' } });
    expect(await debug.call('breakpoint_set', { file: LOOP, line: 4, condition: 'doubled > 4' })).toMatchObject({
      duplicate: true,
      breakpoint: { id },
    });
    await debug.launch(LOOP);
    expect(await debug.runToHit({ breakpoint_id: id })).toMatchObject({
      hit: true,
      breakpointId: id,
      location: { file: LOOP, line: 4 },
    });
    expect(await debug.call('evaluate', { expression: 'doubled' })).toMatchObject({ value: '6', type: 'number' });
    expect(await debug.call('breakpoint_wait')).toMatchObject({
      hit: false,
      pauseReason: 'breakpoint',
      pausedAt: { line: 4 },
    });
    expect(await debug.call('breakpoint_list')).toMatchObject({
      count: 1,
      breakpoints: [{ id, type: 'blocking', state: 'bound', verified: true }],
    });
    expect(await debug.call('breakpoint_enable', { id, enabled: false })).toMatchObject({
      breakpoint: { state: 'disabled' },
    });
    expect(await debug.runToHit()).toMatchObject({ hit: false, exited: true, exitCode: 0 });
    expect(await debug.call('breakpoint_remove', { id })).toMatchObject({ success: true });
    expect(await debug.call('breakpoint_remove', { id })).toMatchObject({ error: { code: 'BREAKPOINT_NOT_FOUND' } });
  });

  it('tracepoint_set logs without stopping', async () => {
    await using debug = await startDebugging();
    const set = await debug.call('tracepoint_set', {
      file: LOOP,
      line: 4,
      log_message: '{{{doubled}}}',
      hit_count_multiple: 2,
      max_notifications: 3,
    });
    expect(set).toMatchObject({ tracepoint: { type: 'tracepoint', logMessage: '{{{doubled}}}' } });
    await debug.launch(LOOP, { stopAtEntry: false });
    expect(await debug.call('breakpoint_wait')).toMatchObject({ exited: true, exitCode: 0 });
    expect(await debug.call('breakpoint_list')).toMatchObject({
      breakpoints: [
        { type: 'tracepoint', notificationsSent: 3, enabled: false, recentMessages: ['{2}', '{6}', '{10}'] },
      ],
    });
  });
});

it('covered every cell of the table', () => {
  expect(problems()).toEqual([]);
});
