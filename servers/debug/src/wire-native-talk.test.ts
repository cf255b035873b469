import { afterAll, describe, expect, it } from 'vitest';
import { compileDebuggees } from './backend/dap/fixtures/compile.ts';
import { coverCells } from './fixtures/cover.ts';
import { isMissing } from './fixtures/needs.ts';
import { debuggee } from './fixtures/program.ts';

const THROWS = debuggee('cpp/throws.cpp');
const SEGV = debuggee('cpp/segv.c');
const { startDebugging, problems } = coverCells('wire-native-talk.test.ts');

const skips = await isMissing('lldb', 'compiler');
const compiled = skips ? undefined : compileDebuggees('loop.c', 'segv.c', 'throws.cpp');
afterAll(() => compiled?.[Symbol.dispose]());
const program = (name: string): string => compiled?.program(name) ?? '';

describe.skipIf(skips)('exceptions and I/O of C and C++, by a real client over stdio', () => {
  it('breakpoint_set_exception and exception_get_context: a throw, matched by a base type', async () => {
    await using debug = await startDebugging();
    const set = await debug.call('breakpoint_set_exception', { exception_type: 'std::runtime_error' });
    const { id } = set['breakpoint'] as { id: string };
    await debug.launch(program('throws'), { args: ['--uncaught'] });
    expect(await debug.runToHit()).toMatchObject({
      hit: true,
      breakpointId: id,
      pauseReason: 'exception',
      exceptionInfo: { type: 'AppError', message: 'bad x', isFirstChance: true },
    });
    const context = await debug.call('exception_get_context', { max_frames: 3 });
    expect(context).toMatchObject({
      exception: { type: 'AppError', message: 'bad x', isFirstChance: true },
      innerExceptions: [],
      throwingFrameIndex: 1,
      frames: [
        { index: 0, function: '__cxa_throw', isExternal: true },
        {
          index: 1,
          function: 'fail(char const*)',
          isExternal: false,
          location: { file: THROWS, line: 10 },
          arguments: [{ name: 'why', value: expect.stringContaining('"bad x"') }],
        },
        { index: 2, function: 'main', location: { file: THROWS, line: 14 } },
      ],
    });
    // The next throw, of a number, does not match; an uncaught one is reported twice.
    expect(await debug.runToHit()).toMatchObject({
      hitCount: 2,
      exceptionInfo: { type: 'AppError', message: 'nobody cares', isFirstChance: true },
    });
    expect(await debug.runToHit()).toMatchObject({
      exceptionInfo: { type: 'AppError', message: 'nobody cares', isFirstChance: false },
    });
    expect(await debug.runToHit()).toMatchObject({
      exited: true,
      exitCode: null,
      signal: 'SIGABRT',
      lastWords: expect.stringContaining('nobody cares'),
    });
    expect(await debug.call('process_read_output', { stream: 'stdout' })).toMatchObject({
      stdout: 'caught bad x\ncaught 42\n',
    });
  });

  it('stops at a segmentation fault, with its location and address', async () => {
    await using debug = await startDebugging();
    await debug.call('breakpoint_set_exception', { exception_type: 'SIGSEGV' });
    await debug.launch(program('segv'));
    expect(await debug.runToHit({ include_autopsy: true })).toMatchObject({
      hit: true,
      pauseReason: 'exception',
      location: { file: SEGV, line: 4, functionName: 'poke' },
      exceptionInfo: { type: 'SIGSEGV', message: expect.stringContaining('0x10'), isFirstChance: false },
      autopsy: {
        throwingFrameIndex: 0,
        frames: expect.arrayContaining([
          expect.objectContaining({ function: 'poke', arguments: [expect.objectContaining({ name: 'where' })] }),
        ]),
      },
    });
    expect(await debug.call('process_read_output')).toMatchObject({ stdout: 'before\n' });
    expect(await debug.runToHit()).toMatchObject({ exited: true, exitCode: null, signal: 'SIGSEGV' });
  });

  it('process_write_input and process_read_output: input is read until its end', async () => {
    await using debug = await startDebugging();
    await debug.launch(program('loop'), { args: ['--ask'], stopAtEntry: false });
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
      exited: true,
      exitCode: 3,
    });
  });

  it('covered every cell of the table', () => {
    expect(problems()).toEqual([]);
  });
});
