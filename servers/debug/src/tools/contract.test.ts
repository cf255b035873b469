import { describe, expect, it } from 'vitest';
import { createScripted } from '../engine/fixtures/scripted-backend.ts';
import { connect, WIRES } from '../fixtures/wires.ts';
import { choosing, connectBackend, DIR, scripted } from './fixtures/scripted-server.ts';

/** Every tool with its minimal arguments. */
const LEAST: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  debug_continue: {},
  debug_step: { mode: 'in' },
  stacktrace_get: {},
  variables_get: {},
  evaluate: { expression: 'a' },
  object_inspect: { object_ref: 'a' },
  exception_get_context: {},
  memory_read: { address: '0x10' },
  layout_get: { type_name: 'A' },
  references_get: { object_ref: 'a' },
};
const LEAST_LIVE = {
  debug_pause: {},
  threads_list: {},
  modules_list: {},
  modules_search: { pattern: 'a' },
  types_get: { module_name: 'a' },
  members_get: { type_name: 'A' },
  process_write_input: { data: 'a' },
  breakpoint_wait: {},
  process_read_output: {},
};

describe('the order of checks: arguments, session, state', () => {
  it.each([...Object.entries(LEAST), ...Object.entries(LEAST_LIVE)])('%s needs a session', async (name, args) => {
    await using debug = await scripted();
    expect(await debug.call(name, args)).toMatchObject({
      success: false,
      error: { code: 'NO_SESSION', message: expect.stringMatching(/^[A-Z].*\.$/), details: null },
    });
  });

  it.each(Object.entries(LEAST))('%s needs a stopped program', async (name, args) => {
    await using debug = await scripted();
    await debug.call('debug_launch', { program: 'main.js', stopAtEntry: false });
    expect(await debug.call(name, args)).toMatchObject({
      error: { code: 'NOT_PAUSED', details: { currentState: 'running' } },
    });
  });

  it.each([
    ['debug_launch', {}, 'INVALID_PATH'],
    ['debug_launch', { program: '  ' }, 'INVALID_PATH'],
    ['debug_launch', { program: 'a', env: 'SECRET' }, 'INVALID_ENV'],
    ['debug_launch', { program: 'a', env: '{"A":1}' }, 'INVALID_ENV'],
    ['debug_launch', { program: 'a', env: '{"A":"SECRET\\u0000"}' }, 'INVALID_ENV'],
    ['debug_launch', { program: 'a', env: '{"A=SECRET":""}' }, 'INVALID_ENV'],
    ['debug_launch', { program: 'a', env: '{"":"SECRET"}' }, 'INVALID_ENV'],
    ['debug_launch', { program: 'a', args: ['a', 'b\0c'] }, 'INVALID_PARAMETER'],
    ['debug_launch', { program: 'a', cwd: 'nowhere' }, 'INVALID_PATH'],
    ['debug_launch', { program: 'a', cwd: 'main.js' }, 'INVALID_PATH'],
    ['debug_launch', { program: 'a', cwd: 'a\0b' }, 'INVALID_PATH'],
    ['debug_launch', { program: 'a', timeout: 10 }, 'INVALID_PARAMETER'],
    ['debug_attach', { pid: 0 }, 'PROCESS_NOT_FOUND'],
    ['debug_attach', { pid: 1, timeout: 300_001 }, 'INVALID_PARAMETER'],
    ['debug_attach', { pid: process.ppid }, 'ATTACH_FAILED'],
    ['debug_continue', { timeout: 999 }, 'INVALID_PARAMETER'],
    ['debug_step', { mode: 'sideways' }, 'INVALID_PARAMETER'],
    ['debug_pause', { thread_id: 1 }, 'INVALID_PARAMETER'],
    ['breakpoint_set', { file: '', line: 1 }, 'INVALID_FILE'],
    ['breakpoint_set', { file: 'none.js', line: 1 }, 'INVALID_FILE'],
    ['breakpoint_set', { file: '.', line: 1 }, 'INVALID_FILE'],
    ['breakpoint_set', { file: '/dev/zero', line: 1 }, 'INVALID_FILE'],
    ['breakpoint_set', { file: 'pipe', line: 1 }, 'INVALID_FILE'],
    ['breakpoint_set', { file: '/proc/kmsg', line: 2 }, 'INVALID_LINE'],
    ['breakpoint_set', { file: 'a\0b', line: 1 }, 'INVALID_FILE'],
    ['breakpoint_set', { file: 'main.js', line: 0 }, 'INVALID_LINE'],
    ['breakpoint_set', { file: 'main.js', line: 5 }, 'INVALID_LINE'],
    ['breakpoint_set', { file: 'main.js', line: 1, column: 0 }, 'INVALID_COLUMN'],
    ['breakpoint_set', { file: 'main.js', line: 1, column: 99 }, 'INVALID_COLUMN'],
    ['breakpoint_set', { file: 'main.js', line: 1, condition: ' ' }, 'INVALID_CONDITION'],
    ['breakpoint_set', { file: 'main.js', line: 1, condition: 'hitCount > x' }, 'INVALID_CONDITION'],
    ['breakpoint_set_exception', { exception_type: 'a b' }, 'INVALID_CONDITION'],
    [
      'breakpoint_set_exception',
      { exception_type: 'A', break_on_first_chance: false, break_on_second_chance: false },
      'INVALID_CONDITION',
    ],
    ['tracepoint_set', { file: 'main.js', line: 1, log_message: '{a' }, 'INVALID_PARAMETER'],
    ['tracepoint_set', { file: 'main.js', line: 1, hit_count_multiple: -1 }, 'INVALID_PARAMETER'],
    ['breakpoint_wait', { timeout_ms: 0 }, 'INVALID_PARAMETER'],
    ['breakpoint_wait', { breakpoint_id: 'bp-x' }, 'BREAKPOINT_NOT_FOUND'],
    ['breakpoint_enable', { id: 'bp-x' }, 'BREAKPOINT_NOT_FOUND'],
    ['breakpoint_remove', { id: 'ebp-x' }, 'BREAKPOINT_NOT_FOUND'],
    ['stacktrace_get', { max_frames: 1001 }, 'INVALID_PARAMETER'],
    ['variables_get', { scope: 'globals' }, 'INVALID_PARAMETER'],
    ['evaluate', { expression: '' }, 'INVALID_PARAMETER'],
    ['evaluate', { expression: 'a', timeout_ms: 99 }, 'INVALID_PARAMETER'],
    ['object_inspect', { object_ref: 'a', depth: 11 }, 'INVALID_PARAMETER'],
    ['exception_get_context', { max_frames: 0 }, 'INVALID_PARAMETER'],
    ['memory_read', { address: '0x1', size: 65_537 }, 'SIZE_EXCEEDED'],
    ['memory_read', { address: '0x1', size: 0 }, 'INVALID_PARAMETER'],
    ['references_get', { object_ref: 'a', direction: 'around' }, 'INVALID_PARAMETER'],
    ['modules_search', { pattern: '' }, 'INVALID_PATTERN'],
    ['modules_search', { pattern: '**' }, 'INVALID_PATTERN'],
    ['types_get', { module_name: 'a', continuation_token: 'x' }, 'INVALID_PARAMETER'],
    ['members_get', { type_name: 'A', member_kinds: 'methods,wheels' }, 'INVALID_PARAMETER'],
    ['process_read_output', { stream: 'stdin' }, 'INVALID_PARAMETER'],
    ['code_load', { path: '' }, 'INVALID_PATH'],
    ['code_goto_definition', { file: 'a', line: 1 }, 'INVALID_PARAMETER'],
    ['code_find_usages', {}, 'INVALID_PARAMETER'],
    ['code_find_usages', { name: 'a', file: 'b', line: 1, column: 1 }, 'INVALID_PARAMETER'],
    ['code_find_assignments', { name: 'a', symbolKind: 'Method' }, 'INVALID_PARAMETER'],
    ['code_get_diagnostics', { minSeverity: 'Fatal' }, 'INVALID_PARAMETER'],
    ['code_get_diagnostics', {}, 'NO_WORKSPACE'],
    ['code_find_usages', { name: 'a' }, 'NO_WORKSPACE'],
  ])('%s %j is rejected with %s, before any other effect', async (name, args, code) => {
    const backend = createScripted();
    await using debug = await connectBackend(backend);
    const reply = await debug.call(name, args);
    expect(reply).toMatchObject({ success: false, error: { code, message: expect.stringMatching(/^\S.{10,}\.$/) } });
    expect(JSON.stringify(reply)).not.toContain('SECRET');
    expect(backend.asked).toEqual([]);
  });

  it.each(WIRES)('is the same over $name', async (wire) => {
    await using debug = await connect(wire, { backends: choosing(createScripted()), cwd: DIR });
    expect(await debug.call('debug_state')).toEqual({ success: true, state: 'disconnected', session: null });
    expect(await debug.call('debug_launch', { program: 'main.js' })).toMatchObject({
      success: true,
      session: { pauseReason: 'entry' },
    });
    expect(await debug.call('debug_launch', { program: 'main.js' })).toMatchObject({
      error: { code: 'ALREADY_ATTACHED', details: { currentPid: 4711 } },
    });
    expect(await debug.call('debug_continue', { wrong: 1 })).toMatchObject({
      error: { code: 'INVALID_PARAMETER', message: "There is no parameter 'wrong'. There are: timeout." },
    });
  });
});
