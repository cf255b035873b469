import { describe, expect, it } from 'vitest';
import { debuggee, startDebugging } from './fixtures/program.ts';

const APP = debuggee('node/app.ts');
const BUILT = debuggee('node/built/app.js');
const ESM = debuggee('node/esm.mjs');
const PART = debuggee('node/esm-part.mjs');
const STRIP = debuggee('node/strip.ts');
const WORKER = debuggee('node/worker.js');

describe('every kind of Node.js program, by a real client over stdio', () => {
  it('compiled TypeScript stops at its first line, in the original source', async () => {
    await using debug = await startDebugging();
    await debug.call('breakpoint_set', { file: APP, line: 1 });
    const session = await debug.launch(BUILT, { stopAtEntry: false });
    expect(session).toMatchObject({ state: 'paused', pauseReason: 'breakpoint' });
    expect(await debug.call('breakpoint_wait')).toMatchObject({ hit: true, location: { file: APP, line: 1 } });
    expect(await debug.call('debug_step', { mode: 'over' })).toMatchObject({ session: { location: { file: APP } } });
    expect(await debug.call('evaluate', { expression: 'started' })).toMatchObject({ value: '41' });
  });

  it('TypeScript that Node runs directly stops in its own file, with types stripped', async () => {
    await using debug = await startDebugging();
    expect(await debug.call('breakpoint_set', { file: STRIP, line: 7 })).toMatchObject({ success: true });
    await debug.launch(STRIP);
    expect(await debug.runToHit()).toMatchObject({
      hit: true,
      location: { file: STRIP, line: 7, functionName: 'length' },
    });
    expect(await debug.call('variables_get')).toMatchObject({
      variables: expect.arrayContaining([
        expect.objectContaining({ name: 'point', scope: 'argument', value: '{x: 3, y: 4}' }),
        expect.objectContaining({ name: 'squared', scope: 'local', value: '25' }),
      ]),
    });
    expect(await debug.call('types_get', { module_name: 'strip.ts' })).toMatchObject({
      types: expect.arrayContaining([expect.objectContaining({ name: 'Point', kind: 'interface' })]),
    });
    expect(await debug.runToHit()).toMatchObject({ exited: true, exitCode: 0 });
    expect(await debug.call('process_read_output')).toMatchObject({ stdout: '5\n' });
  });

  it('ES modules stop in their imports, and show their own variables after an await', async () => {
    await using debug = await startDebugging();
    await debug.call('breakpoint_set', { file: PART, line: 4 });
    await debug.call('breakpoint_set', { file: ESM, line: 9 });
    await debug.call('breakpoint_set_exception', { exception_type: 'RangeError' });
    await debug.launch(ESM, { args: ['throw'] });
    expect(await debug.runToHit()).toMatchObject({ hit: true, location: { file: PART, line: 4 } });
    expect(await debug.call('evaluate', { expression: 'result * factor' })).toMatchObject({ value: '20' });
    expect(await debug.call('stacktrace_get', { max_frames: 2 })).toMatchObject({
      frames: [{ function: 'twice', location: { file: PART } }, { location: { file: ESM, line: 5 } }],
    });
    expect(await debug.runToHit()).toMatchObject({ hit: true, location: { file: ESM, line: 9 } });
    expect(await debug.call('variables_get')).toMatchObject({
      variables: expect.arrayContaining([
        expect.objectContaining({ name: 'start', value: '5' }),
        expect.objectContaining({ name: 'total', value: '11' }),
      ]),
    });
    expect(await debug.runToHit()).toMatchObject({
      hit: true,
      exceptionInfo: { type: 'RangeError', message: 'thrown by a module' },
    });
  });

  it('worker threads are separate threads, with breakpoints, stacks and variables', async () => {
    await using debug = await startDebugging();
    await debug.call('breakpoint_set', { file: WORKER, line: 5 });
    await debug.launch(WORKER);
    const hit = await debug.runToHit();
    expect(hit).toMatchObject({ hit: true, location: { file: WORKER, line: 5 } });
    const thread = Number(hit['threadId']);
    const { threads } = (await debug.call('threads_list')) as unknown as {
      threads: { id: number; is_current: boolean }[];
    };
    expect(threads.length).toBe(2);
    expect(threads.find(({ is_current }) => is_current)?.id).toBe(thread);
    expect(await debug.call('evaluate', { expression: 'result', thread_id: thread })).toMatchObject({ value: '36' });
    expect(await debug.runToHit()).toMatchObject({ exited: true, exitCode: 0 });
    expect(await debug.call('process_read_output')).toMatchObject({ stdout: 'worker says 36\nworker ended with 0\n' });
  });
});
