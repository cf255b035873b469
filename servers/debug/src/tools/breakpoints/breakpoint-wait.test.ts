import { describe, expect, it } from 'vitest';
import { boundAt, createScripted, MAIN, place } from '../../engine/fixtures/scripted-backend.ts';
import { connectBackend, FILE, scripted } from '../fixtures/scripted-server.ts';

describe('breakpoint_wait', () => {
  it('does not wait for a tracepoint, which never stops', async () => {
    await using debug = await scripted();
    const { tracepoint } = (await debug.call('tracepoint_set', { file: FILE, line: 1 })) as never as {
      tracepoint: { id: string };
    };
    const { breakpoint } = (await debug.call('breakpoint_set', { file: FILE, line: 2 })) as never as {
      breakpoint: { id: string };
    };
    await debug.call('breakpoint_enable', { id: breakpoint.id, enabled: false });
    await debug.call('debug_launch', { program: 'main.js', stopAtEntry: false });
    for (const [{ id }, why] of [
      [tracepoint, 'is a tracepoint'],
      [breakpoint, 'is switched off'],
    ] as const)
      expect(await debug.call('breakpoint_wait', { breakpoint_id: id })).toMatchObject({
        error: { code: 'INVALID_PARAMETER', message: expect.stringContaining(`${id} ${why}`) },
      });
  });

  it('names the unbound breakpoints at its timeout', async () => {
    const message = 'Nobody has loaded it.';
    await using debug = await scripted({
      bind: (_, { id }) => ({ id, isBound: false, location: undefined, message, nearestLine: undefined }),
    });
    await debug.call('breakpoint_set', { file: FILE, line: 2 });
    await debug.call('debug_launch', { program: 'main.js', stopAtEntry: false });
    expect(await debug.call('breakpoint_wait', { timeout_ms: 1 })).toMatchObject({
      hit: false,
      timeout: true,
      unboundBreakpoints: [{ file: FILE, line: 2, message }],
    });
  });

  it('counts the hits of the requested breakpoint if two share a location', async () => {
    const backend = createScripted({ bind: (_, { id }) => boundAt(id, place(10)) });
    await using debug = await connectBackend(backend);
    const ids: string[] = [];
    for (const line of [1, 2]) {
      const reply = (await debug.call('breakpoint_set', { file: FILE, line })) as never as {
        breakpoint: { id: string };
      };
      ids.push(reply.breakpoint.id);
    }
    const [first = '', second = ''] = ids;
    await debug.call('debug_launch', { program: 'main.js' });
    for (const breakpoints of [[first], [first, second]]) {
      await debug.call('debug_continue');
      backend.stop({ breakpoints });
    }
    expect(await debug.call('breakpoint_wait', { breakpoint_id: second })).toMatchObject({
      hit: true,
      breakpointId: second,
      hitCount: 1,
      breakpointIds: [first, second],
    });
  });

  it('names the error of a condition, as breakpoint_list does', async () => {
    const backend = createScripted();
    await using debug = await connectBackend(backend);
    const set = await debug.call('breakpoint_set', { file: FILE, line: 1, condition: 'nope' });
    const { id } = set['breakpoint'] as { id: string };
    await debug.call('debug_launch', { program: 'main.js' });
    await debug.call('debug_continue');
    backend.emit({ kind: 'condition-failed', id, hits: 1, message: 'nope is not defined' });
    backend.stop({ breakpoints: [id], hits: 1 });
    const conditionError = 'nope is not defined';
    expect(await debug.call('breakpoint_wait')).toMatchObject({
      hit: true,
      conditionError,
      message: expect.stringContaining(conditionError),
    });
    expect(await debug.call('breakpoint_list')).toMatchObject({ breakpoints: [{ id, conditionError }] });
    await debug.call('debug_continue');
    backend.stop({ breakpoints: [id], hits: 2 });
    expect(await debug.call('breakpoint_wait')).not.toHaveProperty('conditionError');
  });

  it('reports the throwing frame if the debugger stopped inside the runtime', async () => {
    const exception = {
      type: 'Bad',
      message: 'no',
      isFirstChance: true,
      stackText: undefined,
      inner: [],
      throwingFrame: 1,
      identity: undefined,
    };
    const backend = createScripted({ exception: () => exception });
    await using debug = await connectBackend(backend);
    await debug.call('breakpoint_set_exception', { exception_type: 'Bad' });
    await debug.call('debug_launch', { program: 'main.js' });
    await debug.call('debug_continue');
    backend.stop({ reason: 'exception', location: undefined });
    expect(await debug.call('breakpoint_wait')).toMatchObject({ location: { file: MAIN, line: 11 } });
    expect(await debug.call('debug_state')).toMatchObject({ location: { file: MAIN, line: 11 } });
  });
});
