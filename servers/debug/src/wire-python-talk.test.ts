import { describe, expect, it } from 'vitest';
import { coverCells } from './fixtures/cover.ts';
import { isMissing } from './fixtures/needs.ts';
import { debuggee } from './fixtures/program.ts';

const LOOP = debuggee('python/loop.py');
const ERRORS = debuggee('python/errors.py');
const { startDebugging, problems } = coverCells('wire-python-talk.test.ts');

describe.skipIf(await isMissing('python'))('exceptions and I/O of Python, by a real client over stdio', () => {
  it('breakpoint_set_exception and exception_get_context: a caught one, with its causes', async () => {
    await using debug = await startDebugging();
    const set = await debug.call('breakpoint_set_exception', {
      exception_type: 'AppError',
      break_on_second_chance: false,
    });
    const { id } = set['breakpoint'] as { id: string };
    await debug.launch(ERRORS);
    expect(await debug.runToHit()).toMatchObject({
      hit: true,
      breakpointId: id,
      location: { file: ERRORS, line: 21 },
      exceptionInfo: { type: 'AppError', message: 'cannot load', isFirstChance: true },
    });
    // Its type is derived from the requested one.
    expect(await debug.runToHit({ include_autopsy: true })).toMatchObject({
      hit: true,
      breakpointId: id,
      hitCount: 2,
      pauseReason: 'exception',
      location: { file: ERRORS, line: 28 },
      exceptionInfo: { type: 'DeepError', message: 'cannot serve', isFirstChance: true },
      autopsy: { exception: { type: 'DeepError' }, innerExceptions: { length: 2 } },
    });
    expect(await debug.call('exception_get_context', { max_frames: 2, max_inner_exceptions: 1 })).toMatchObject({
      exception: {
        type: 'DeepError',
        message: 'cannot serve',
        isFirstChance: true,
        stackTraceString: expect.stringContaining('cannot load'),
      },
      innerExceptions: [{ type: 'AppError', message: 'cannot load', depth: 1 }],
      innerExceptionsTruncated: true,
      throwingFrameIndex: 0,
      frames: [
        {
          index: 0,
          function: 'serve',
          location: { file: ERRORS, line: 28 },
          arguments: [{ name: 'text', value: "'seven'" }],
        },
        { index: 1, function: '<module>', location: { line: 32 } },
      ],
    });
    expect(await debug.call('exception_get_context')).toMatchObject({
      innerExceptions: [{ type: 'AppError' }, { type: 'ValueError', depth: 2 }],
      innerExceptionsTruncated: false,
    });
    expect(await debug.runToHit()).toMatchObject({ hit: false, exited: true, exitCode: 0 });
  });

  it('stops at an uncaught exception, and only there', async () => {
    await using debug = await startDebugging();
    await debug.call('breakpoint_set_exception', { exception_type: 'Exception', break_on_first_chance: false });
    await debug.launch(ERRORS, { args: ['--uncaught'] });
    expect(await debug.runToHit()).toMatchObject({
      hit: true,
      location: { file: ERRORS, line: 36 },
      exceptionInfo: { type: 'DeepError', message: 'nobody cares', isFirstChance: false },
    });
    expect(await debug.runToHit()).toMatchObject({
      exited: true,
      exitCode: 1,
      lastWords: expect.stringContaining('nobody cares'),
    });
    expect(await debug.call('process_read_output', { stream: 'stdout' })).toMatchObject({
      stdout: 'caught cannot serve\n',
    });
  });

  it('process_write_input and process_read_output: input is read until its end', async () => {
    await using debug = await startDebugging();
    await debug.launch(LOOP, { args: ['--ask'], stopAtEntry: false });
    await expect.poll(() => debug.call('process_read_output')).toMatchObject({ stdout: 'total 45\n', stderr: '' });
    expect(await debug.call('process_read_output', { clear: true })).toMatchObject({ stdout: 'total 45\n' });
    expect(await debug.call('process_write_input', { data: 'ädä\n', close_after: true })).toMatchObject({
      bytesWritten: 6,
      stdinClosed: true,
    });
    expect(await debug.call('breakpoint_wait')).toMatchObject({ hit: false, exited: true, exitCode: 3 });
    expect(await debug.call('process_read_output')).toMatchObject({
      stdout: 'hello ädä\n',
      stderr: 'bye\n',
      stderrBytes: 4,
      exited: true,
      exitCode: 3,
    });
  });

  it('covered every cell of the table', () => {
    expect(problems()).toEqual([]);
  });
});
