import { afterAll, describe, expect, it } from 'vitest';
import { type Kind, prepareKinds } from './fixtures/kinds.ts';
import { type DebugClient, isAlive, startDebugging } from './fixtures/program.ts';

const prepared = await prepareKinds();
afterAll(() => prepared[Symbol.dispose]());
// Node.js has no separate debugger process.
const byName = prepared.kinds
  .filter(({ adapter }) => adapter !== undefined)
  .map((kind) => [kind.column, kind] as const);

/** The process id of the debugger. */
function adapterOf({ adapter }: Kind, debug: DebugClient): number {
  const found = debug.processes().find((each) => adapter?.test(each));
  if (found === undefined) throw new Error(`No adapter is among:\n${debug.processes().join('\n')}`);
  return Number(found.split(' ')[0]);
}

describe.each(byName)('the debugger of %s', (_, kind) => {
  it('that is killed ends its launched program, and reports it', async () => {
    await using debug = await startDebugging();
    const { forever } = kind;
    const { processId } = await debug.launch(forever.program, { args: forever.args, stopAtEntry: false });
    const waiting = debug.call('breakpoint_wait');
    process.kill(adapterOf(kind, debug), 'SIGKILL');
    expect(await waiting).toMatchObject({ hit: false, message: expect.stringContaining('no longer under control') });
    await expect.poll(() => isAlive(processId)).toBe(false);
    await expect.poll(debug.processes).toHaveLength(1);
    expect(await debug.call('debug_state')).toMatchObject({ state: 'disconnected', session: null });
    // The next launch starts a new debugger.
    await debug.launch(kind.program);
    expect(await debug.runToHit()).toMatchObject({ exited: true, exitCode: 3 });
  });

  it('that is killed while its program is stopped fails the next request without hanging', async () => {
    await using debug = await startDebugging();
    const { processId } = await debug.launch(kind.program);
    process.kill(adapterOf(kind, debug), 'SIGKILL');
    await expect.poll(() => debug.call('debug_state')).toMatchObject({ state: 'disconnected', session: null });
    expect(await debug.call('variables_get')).toMatchObject({ error: { code: 'NO_SESSION' } });
    await expect.poll(() => isAlive(processId)).toBe(false);
    await expect.poll(debug.processes).toHaveLength(1);
  });

  it('that stops answering lets a request time out, and is ended with the program', async () => {
    await using debug = await startDebugging();
    const { processId } = await debug.launch(kind.program);
    process.kill(adapterOf(kind, debug), 'SIGSTOP');
    expect(await debug.call('stacktrace_get')).toMatchObject({ success: false });
    expect(await debug.call('debug_disconnect', { terminateProcess: true })).toMatchObject({ wasTerminated: true });
    await expect.poll(() => isAlive(processId)).toBe(false);
    await expect.poll(debug.processes).toHaveLength(1);
  });
});
