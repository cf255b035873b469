import { describe, expect, it } from 'vitest';
import { debuggee, startDebugging } from './fixtures/program.ts';

const WORKER = debuggee('node/worker.js');

describe('worker threads', () => {
  it('are threads of their own, with breakpoints, stacks and variables', async () => {
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
