import { describe, expect, it } from 'vitest';
import { coverCells } from './fixtures/cover.ts';
import { debuggee } from './fixtures/program.ts';

const ERRORS = debuggee('node/errors.js');
const REPL = debuggee('node/repl.js');
const { startDebugging, problems } = coverCells('wire-node-talk.test.ts');

describe('exceptions', () => {
  it('breakpoint_set_exception and exception_get_context: an uncaught one, with its seven causes', async () => {
    await using debug = await startDebugging();
    await debug.call('breakpoint_set_exception', { exception_type: 'RangeError' });
    const set = await debug.call('breakpoint_set_exception', {
      exception_type: 'AppError',
      break_on_first_chance: false,
    });
    const { id } = set['breakpoint'] as { id: string };
    await debug.launch(ERRORS, { args: ['caught', 'causes'] });
    const hit = await debug.runToHit({ include_autopsy: true });
    expect(hit).toMatchObject({
      hit: true,
      breakpointId: id,
      exceptionInfo: { type: 'AppError', message: 'level 7', isFirstChance: false },
      autopsy: { exception: { type: 'AppError' }, innerExceptionsTruncated: true },
    });
    expect(
      await debug.call('exception_get_context', { max_inner_exceptions: 20, include_variables_for_frames: 1 }),
    ).toMatchObject({
      exception: { type: 'AppError', message: 'level 7' },
      innerExceptions: { length: 7, 6: { type: 'TypeError', message: 'the root', depth: 7 } },
      innerExceptionsTruncated: false,
      throwingFrameIndex: 0,
      frames: expect.arrayContaining([expect.objectContaining({ function: 'fail', index: 0 })]),
    });
    const end = await debug.runToHit();
    expect(end).toMatchObject({ exited: true, exitCode: 1, lastWords: expect.stringContaining('level 7') });
    expect(await debug.call('process_read_output', { stream: 'stdout' })).toMatchObject({ stdout: 'caught caught\n' });
  });

  it.each([
    ['caught', 'SpecialError', { type: 'SpecialError', message: 'caught', isFirstChance: true }, 0],
    ['uncaught', 'SpecialError', { type: 'SpecialError', message: 'uncaught', isFirstChance: false }, 1],
    ['rejection', 'RangeError', { type: 'RangeError', message: 'rejected', isFirstChance: false }, 1],
  ])('stops at one that is %s, matched by a base type', async (kind, type, exceptionInfo, exitCode) => {
    await using debug = await startDebugging();
    const derivesFrom = type === 'SpecialError' ? 'AppError' : 'Error';
    await debug.call('breakpoint_set_exception', { exception_type: derivesFrom });
    await debug.launch(ERRORS, { args: [kind] });
    expect(await debug.runToHit()).toMatchObject({ hit: true, pauseReason: 'exception', exceptionInfo });
    expect(await debug.runToHit()).toMatchObject({ hit: false, exited: true, exitCode });
  });

  it('does not stop at an exception of another type', async () => {
    await using debug = await startDebugging();
    await debug.call('breakpoint_set_exception', { exception_type: 'AppError', include_subtypes: false });
    await debug.launch(ERRORS, { args: ['caught'] });
    expect(await debug.runToHit()).toMatchObject({ hit: false, exited: true, exitCode: 0 });
  });
});

describe('input and output', () => {
  it('process_write_input and process_read_output: input is echoed until its end', async () => {
    await using debug = await startDebugging();
    await debug.launch(REPL, { stopAtEntry: false });
    expect(await debug.call('process_write_input', { data: 'hello\ncomplain\n' })).toMatchObject({
      bytesWritten: 15,
      stdinClosed: false,
    });
    await expect
      .poll(() => debug.call('process_read_output'))
      .toMatchObject({ stdout: 'ready\necho hello\n', stderr: 'a complaint\n', stderrBytes: 12 });
    await debug.call('process_read_output', { clear: true });
    expect(await debug.call('process_write_input', { data: '', close_after: true })).toMatchObject({
      stdinClosed: true,
    });
    expect(await debug.call('breakpoint_wait')).toMatchObject({ exited: true, exitCode: 0 });
    expect(await debug.call('process_read_output')).toMatchObject({
      stdout: 'end of input\n',
      stderr: '',
      exitCode: 0,
    });
    expect(await debug.call('process_write_input', { data: 'x' })).toMatchObject({ error: { code: 'NO_SESSION' } });
  });

  it('counts 5 MB, keeps the last megabyte, and returns a part', async () => {
    await using debug = await startDebugging();
    await debug.launch(REPL, { stopAtEntry: false });
    await debug.call('process_write_input', { data: 'flood\n', close_after: true });
    expect(await debug.call('breakpoint_wait')).toMatchObject({ exited: true, exitCode: 0 });
    const reply = await debug.call('process_read_output', { stream: 'stdout' });
    expect(reply).toMatchObject({ truncated: true, exitCode: 0 });
    expect(String(reply['stdout']).length).toBe(8_000);
    const written = 'ready\n'.length + 5 * 1_048_576 + 'end of input\n'.length;
    expect([reply['stdoutBytes'], reply['droppedBytes'], reply['stdoutRemaining']]).toEqual([
      written,
      written - 1_048_576,
      1_048_576 - 8_000,
    ]);
  });
});

it('covered every cell of the table', () => {
  expect(problems()).toEqual([]);
});
