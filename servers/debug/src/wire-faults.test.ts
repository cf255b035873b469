import { afterAll, describe, expect, it } from 'vitest';
import { lineContaining } from './backend/dap/fixtures/recorder.ts';
import { type Kind, prepareKinds } from './fixtures/kinds.ts';
import { type DebugClient, debuggee, isAlive, startDebugging } from './fixtures/program.ts';

const prepared = await prepareKinds();
afterAll(() => prepared[Symbol.dispose]());
const byName = prepared.kinds.map((kind) => [kind.column, kind] as const);

const launchForever = ({ forever }: Kind, debug: DebugClient) =>
  debug.launch(forever.program, { args: forever.args, stopAtEntry: false });

/** Only the server itself runs. */
const expectAlone = (debug: DebugClient) =>
  expect.poll(debug.processes, { timeout: 20_000 }).toEqual([expect.stringMatching(`^${debug.pid} `)]);

describe.each(byName)('%s, when things go wrong', (column, kind) => {
  it('reports that the program was killed, and leaves no process of it or of its debugger', async () => {
    await using debug = await startDebugging();
    const { processId } = await launchForever(kind, debug);
    const waiting = debug.call('breakpoint_wait');
    process.kill(processId, 'SIGKILL');
    expect(await waiting).toMatchObject({ hit: false, exited: true, exitCode: null, signal: 'SIGKILL' });
    expect(await debug.call('debug_state')).toMatchObject({ state: 'disconnected', exited: true, signal: 'SIGKILL' });
    expect(await debug.call('debug_continue')).toMatchObject({ error: { code: 'NO_SESSION' } });
    await expectAlone(debug);
  });

  it('reports that it was killed while stopped', async () => {
    await using debug = await startDebugging();
    const { processId } = await debug.launch(kind.program);
    process.kill(processId, 'SIGKILL');
    await expect
      .poll(() => debug.call('debug_state'))
      .toMatchObject({ state: 'disconnected', exited: true, signal: 'SIGKILL' });
    expect(await debug.call('breakpoint_wait')).toMatchObject({ exited: true, signal: 'SIGKILL' });
    expect(await debug.call('variables_get')).toMatchObject({ error: { code: 'NO_SESSION' } });
    await expectAlone(debug);
  });

  it('interrupts an endless evaluation, and continues', async () => {
    await using debug = await startDebugging();
    await debug.launch(kind.program);
    expect(await debug.call('evaluate', { expression: kind.endless, timeout_ms: 300 })).toMatchObject({
      error: { code: 'eval_timeout' },
    });
    expect(await debug.call('evaluate', { expression: '20 + 22' })).toMatchObject({ value: '42' });
    expect(await debug.call('debug_step', { mode: 'over' })).toMatchObject({ session: { pauseReason: 'step' } });
    expect(await debug.runToHit()).toMatchObject({ exited: true, exitCode: column === 'node' ? 0 : 3 });
    await expectAlone(debug);
  });

  it('ends with debug_disconnect during an endless evaluation', async () => {
    await using debug = await startDebugging();
    const { processId } = await debug.launch(kind.program);
    const evaluating = debug.call('evaluate', { expression: kind.endless, timeout_ms: 60_000 });
    expect(await debug.call('debug_disconnect', { terminateProcess: true })).toMatchObject({ wasTerminated: true });
    expect(await evaluating).toMatchObject({ success: false });
    expect(isAlive(processId)).toBe(false);
    await expectAlone(debug);
  });

  it('rejects a breakpoint beyond the last line, and gives the number of lines', async () => {
    await using debug = await startDebugging();
    await debug.launch(kind.program);
    expect(await debug.call('breakpoint_set', { file: kind.source, line: 999 })).toMatchObject({
      error: { code: 'INVALID_LINE', details: { requestedLine: 999, nearestValidLine: expect.any(Number) } },
    });
    expect(await debug.call('breakpoint_list')).toMatchObject({ count: 0 });
  });
});

describe('a breakpoint on a line without code', () => {
  const has = (column: string) => prepared.kinds.some((kind) => kind.column === column);

  it.skipIf(!has('node'))('moves to the next line with code, which is reported: node', async () => {
    await using debug = await startDebugging();
    const file = debuggee('node/loop.js');
    await debug.launch(file);
    expect(await debug.call('breakpoint_set', { file, line: 6 })).toMatchObject({
      breakpoint: {
        verified: true,
        requestedLine: 6,
        location: { line: 7 },
        message: expect.stringContaining('Line 6'),
      },
    });
  });

  it.skipIf(!has('python'))('moves to the next line with code, which is reported: python', async () => {
    await using debug = await startDebugging();
    const file = debuggee('python/loop.py');
    await debug.launch(file);
    expect(await debug.call('breakpoint_set', { file, line: 9 })).toMatchObject({
      breakpoint: {
        verified: true,
        requestedLine: 9,
        location: { line: 10 },
        message: expect.stringContaining('Line 9'),
      },
    });
    expect(await debug.runToHit()).toMatchObject({ hit: true, location: { file, line: 10 } });
  });

  it.skipIf(!has('native'))(
    'is rejected with the nearest line, because that may be in another function: native',
    async () => {
      await using debug = await startDebugging();
      const file = debuggee('cpp/loop.c');
      const program = prepared.kinds.find(({ column }) => column === 'native')?.program ?? '';
      await debug.launch(program);
      const nearest = lineContaining(file, 'static int add');
      const line = nearest - 2;
      const refused = await debug.call('breakpoint_set', { file, line });
      const details = { requestedLine: line, nearestValidLine: nearest };
      expect(refused).toMatchObject({ error: { code: 'INVALID_LINE', details } });
      await debug.call('breakpoint_set', { file, line: nearest });
      expect(await debug.runToHit()).toMatchObject({ hit: true, location: { file, functionName: 'add' } });
    },
  );
});
