import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { debuggee, isAlive, startDebugging } from './fixtures/program.ts';

const LOOP = debuggee('python/loop.py');
const ERRORS = debuggee('python/errors.py');

/** Where it must be there, its absence is a failure and no reason to skip. */
const isMissing =
  process.env['TOOLMARK_NEED_DEBUGGERS'] === undefined && !['python3', '/usr/bin/python3'].some(hasDebugpy);
if (isMissing) console.warn('skipped: no python3 with debugpy was found.');

function hasDebugpy(python: string): boolean {
  try {
    execFileSync(python, ['-c', 'import debugpy'], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(isMissing)('Python, by a real client over stdio', () => {
  it('stops, looks, steps, traces, talks, and ends', async () => {
    await using debug = await startDebugging();
    const set = await debug.call('breakpoint_set', { file: LOOP, line: 7, condition: 'hitCount == 3' });
    const { id } = set['breakpoint'] as { id: string };
    await debug.call('tracepoint_set', { file: LOOP, line: 14, log_message: 'total={total}' });
    const { processId } = await debug.launch(LOOP, { args: ['--ask'] });
    expect(await debug.runToHit()).toMatchObject({
      hit: true,
      breakpointId: id,
      hitCount: 3,
      location: { file: LOOP, line: 7 },
    });
    expect(await debug.call('stacktrace_get', { max_frames: 2 })).toMatchObject({
      frames: [{ function: 'add', is_external: false }, { function: 'main' }],
    });
    expect(await debug.call('variables_get', { scope: 'arguments' })).toMatchObject({
      variables: [
        { name: 'total', value: '1', scope: 'argument' },
        { name: 'step', value: '2', scope: 'argument' },
      ],
    });
    expect(await debug.call('evaluate', { expression: 'result * 2' })).toMatchObject({ value: '6', type: 'int' });
    expect(await debug.call('evaluate', { expression: 'nobody' })).toMatchObject({ success: false });
    expect(await debug.call('debug_step', { mode: 'out' })).toMatchObject({
      session: { pauseReason: 'step', location: { file: LOOP } },
    });
    expect(await debug.call('threads_list')).toMatchObject({ threads: [{ is_current: true, state: 'stopped' }] });
    expect(await debug.call('modules_list', { include_system: false })).toMatchObject({ success: true });
    await debug.call('debug_continue');
    await debug.call('process_write_input', { data: 'ada\n' });
    expect(await debug.call('breakpoint_wait')).toMatchObject({ hit: false, exited: true, exitCode: 3 });
    expect(await debug.call('process_read_output')).toMatchObject({
      stdout: 'total 45\nhello ada\n',
      stderr: 'bye\n',
      exitCode: 3,
    });
    const { breakpoints } = (await debug.call('breakpoint_list')) as unknown as {
      breakpoints: { recentMessages?: string[] }[];
    };
    expect(breakpoints.map(({ recentMessages }) => recentMessages)).toContainEqual(['total=45']);
    expect(isAlive(processId)).toBe(false);
  });

  it('stops at an exception of a derived type once, with its causes', async () => {
    await using debug = await startDebugging();
    await debug.call('breakpoint_set_exception', { exception_type: 'DeepError', break_on_second_chance: false });
    await debug.launch(ERRORS);
    expect(await debug.runToHit({ include_autopsy: true })).toMatchObject({
      hit: true,
      exceptionInfo: { type: expect.stringContaining('DeepError'), message: 'cannot serve', isFirstChance: true },
      autopsy: {
        innerExceptions: [
          { message: 'cannot load', depth: 1 },
          { type: 'ValueError', depth: 2 },
        ],
      },
    });
    expect(await debug.runToHit()).toMatchObject({ hit: false, exited: true, exitCode: 0 });
  });
});
