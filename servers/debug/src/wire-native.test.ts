import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { compileDebuggees } from './backend/dap/fixtures/compile.ts';
import { debuggee, isAlive, startDebugging } from './fixtures/program.ts';

const SHAPES = debuggee('cpp/shapes.cpp');
/** Where it must be there, its absence is a failure and no reason to skip. */
const hasAll = ['/usr/bin/g++', '/usr/bin/lldb-dap-19'].every((path) => existsSync(path));
const isMissing = process.env['TOOLMARK_NEED_DEBUGGERS'] === undefined && !hasAll;
if (isMissing) console.warn('skipped: g++ or lldb-dap-19 was not found.');

const compiled = isMissing ? undefined : compileDebuggees('shapes.cpp', 'segv.c', 'throws.cpp');
afterAll(() => compiled?.[Symbol.dispose]());
const program = (name: string): string => compiled?.program(name) ?? '';

describe.skipIf(isMissing)('C and C++, by a real client over stdio', () => {
  it('stops, looks, and tells offsets that are those of the program itself', async () => {
    await using debug = await startDebugging();
    await debug.call('breakpoint_set', { file: SHAPES, line: 70 });
    const { processId } = await debug.launch(program('shapes'));
    expect(await debug.runToHit()).toMatchObject({ hit: true, location: { file: SHAPES, line: 70 } });
    expect(await debug.call('variables_get', { scope: 'locals' })).toMatchObject({
      variables: expect.arrayContaining([expect.objectContaining({ name: 'sum' })]),
    });
    expect(await debug.call('evaluate', { expression: 'depth + 1' })).toMatchObject({ value: '3' });
    const { layout } = (await debug.call('layout_get', { type_name: 'Padded' })) as unknown as {
      layout: { totalSize: number; fields: { name: string; offset: number; size: number }[]; padding: object[] };
    };
    const inspected = await debug.call('object_inspect', { object_ref: 'padded', depth: 2 });
    expect(inspected).toMatchObject({ inspection: { address: expect.stringMatching(/^0x/), size: layout.totalSize } });
    const { address } = inspected['inspection'] as { address: string };
    expect(await debug.call('memory_read', { address, size: 1 })).toMatchObject({
      memory: { actualSize: 1, ascii: 'a' },
    });
    expect(await debug.runToHit()).toMatchObject({ exited: true, exitCode: 0 });
    const output = await debug.call('process_read_output', { stream: 'stdout' });
    const said = layout.fields.map(({ name, offset, size }) => `${name} ${offset} ${size}\n`).join('');
    expect(output['stdout']).toContain(`size ${layout.totalSize}\n${said}`);
    expect(layout.padding.length).toBeGreaterThan(0);
    expect(isAlive(processId)).toBe(false);
  });

  it('stops at a segmentation fault that was asked for', async () => {
    await using debug = await startDebugging();
    await debug.call('breakpoint_set_exception', { exception_type: 'SIGSEGV' });
    await debug.launch(program('segv'));
    expect(await debug.runToHit({ include_autopsy: true })).toMatchObject({
      hit: true,
      pauseReason: 'exception',
      exceptionInfo: { type: 'SIGSEGV' },
    });
    expect(await debug.call('debug_disconnect', { terminateProcess: true })).toMatchObject({ wasTerminated: true });
  });

  it('stops at a throw of a type', async () => {
    await using debug = await startDebugging();
    await debug.call('breakpoint_set_exception', { exception_type: 'std::runtime_error' });
    await debug.launch(program('throws'));
    expect(await debug.runToHit()).toMatchObject({
      hit: true,
      exceptionInfo: { type: 'AppError', message: 'bad x', isFirstChance: true },
    });
    expect(await debug.runToHit()).toMatchObject({ hit: false, exited: true, exitCode: 0 });
  });
});
