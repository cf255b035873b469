import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TypeFacts } from '../backend/facts.ts';
import { createScripted, MODULE, ref, variable } from '../engine/fixtures/scripted-backend.ts';
import { ok } from '../result.ts';
import { connectBackend, DIR, FILE, scripted } from './fixtures/scripted-server.ts';

describe('a failure', () => {
  it('is truncated like a success, whatever the arguments', async () => {
    await using debug = await scripted();
    const reply = await debug.call('breakpoint_set', { file: '😀'.repeat(100_000), line: 1 });
    expect(reply).toMatchObject({ error: { code: 'INVALID_FILE' } });
    expect(JSON.stringify(reply).length).toBeLessThan(20_000);
    expect(JSON.stringify(reply)).not.toMatch(/\\ud[89a-f]/);
  });

  it.each([
    ['breakpoint_set', 'condition', 'INVALID_CONDITION'],
    ['tracepoint_set', 'log_message', 'INVALID_PARAMETER'],
  ])('handles a %s whose %s is too long for a reply', async (name, parameter, code) => {
    await using debug = await scripted();
    const call = (length: number) => debug.call(name, { file: FILE, line: 1, [parameter]: 'x'.repeat(length) });
    expect(await call(4_096)).toMatchObject({ success: true });
    expect(await call(4_097)).toMatchObject({ error: { code, details: { parameter } } });
  });
});

describe('a debugger that throws, against its contract', () => {
  it.each([
    ['debug_launch', { program: 'main.js' }, 'launch', 'LAUNCH_FAILED'],
    ['debug_launch', { program: 'main.js', stopAtEntry: false }, 'resume', 'LAUNCH_FAILED'],
    ['debug_attach', { pid: 999_999 }, 'attach', 'ATTACH_FAILED'],
  ])('fails %s %j, and leaves no session behind', async (name, args, throws, code) => {
    await using debug = await scripted({ throws: [throws] });
    const failure = {
      success: false,
      error: { code, message: expect.stringMatching(`could not be .*: ${throws} is broken\\.$`) },
    };
    // Twice, because the first call must leave no session.
    for (let times = 0; times < 2; times += 1) expect(await debug.call(name, args)).toMatchObject(failure);
    expect(await debug.call('debug_state')).toMatchObject({ state: 'disconnected' });
  });

  it.each([
    ['debug_continue', {}, 'resume', 'CONTINUE_FAILED'],
    ['debug_step', { mode: 'over' }, 'step', 'STEP_FAILED'],
    ['stacktrace_get', {}, 'stack', 'STACKTRACE_FAILED'],
    ['breakpoint_set', { file: FILE, line: 1 }, 'breakpoints', 'QUERY_FAILED'],
  ])('fails %s, and the program stays stopped', async (name, args, throws, code) => {
    await using debug = await scripted({ throws: [throws] });
    await debug.call('debug_launch', { program: 'main.js' });
    expect(await debug.call(name, args)).toMatchObject({ success: false, error: { code } });
    expect(await debug.call('debug_state')).toMatchObject({ state: 'paused', pauseReason: 'entry' });
    expect(await debug.call('breakpoint_list')).toMatchObject({ count: 0 });
  });
});

describe('a breakpoint that the debugger rejects', () => {
  it('stays if it cannot be removed, and keeps its condition if that cannot be changed', async () => {
    const fails = new Set<string>();
    await using debug = await scripted({ fails });
    await debug.call('debug_launch', { program: 'main.js' });
    const at = { file: FILE, line: 1 };
    const { breakpoint } = (await debug.call('breakpoint_set', { ...at, condition: 'a > 1' })) as unknown as {
      breakpoint: { id: string };
    };
    fails.add('breakpoints');
    for (const [name, args] of [
      ['breakpoint_remove', { id: breakpoint.id }],
      ['breakpoint_set', { ...at, condition: 'a > 2' }],
      ['breakpoint_enable', { id: breakpoint.id, enabled: false }],
    ] as const)
      expect(await debug.call(name, args)).toMatchObject({ error: { code: 'QUERY_FAILED' } });
    const left = [{ id: breakpoint.id, condition: 'a > 1', state: 'bound' }];
    expect(await debug.call('breakpoint_list')).toMatchObject({ breakpoints: left, count: 1 });
    fails.clear();
    expect(await debug.call('breakpoint_remove', { id: breakpoint.id })).toMatchObject({ success: true });
  });

  it('is accepted unchecked in a source that is too large to read', async () => {
    const file = join(DIR, 'bundle.js');
    await writeFile(file, '\n'.repeat(16_777_217));
    await using debug = await scripted();
    expect(await debug.call('breakpoint_set', { file, line: 12 })).toMatchObject({ breakpoint: { state: 'pending' } });
  });
});

describe('paths', () => {
  it('can be expanded as shown, in any syntax, during the same stop', async () => {
    const price = variable('[1]', '{price: 10}', { ref: ref('price'), childCount: 1, path: 'prices.get(1)' });
    const odd = variable('(anonymous)', '{…}', { ref: ref('odd'), childCount: 1, path: undefined, scope: 'field' });
    const backend = createScripted({
      variables: [variable('prices', 'Map(1)', { ref: ref('prices'), childCount: 2 })],
      children: {
        prices: [price, odd],
        price: [variable('price', '10', { scope: 'field', path: '(prices.get(1)).price' })],
        odd: [variable('x', '1')],
      },
    });
    await using debug = await connectBackend(backend);
    await debug.call('debug_launch', { program: 'main.js' });
    const { variables } = (await debug.call('variables_get', { expand: 'prices' })) as never as {
      variables: { path: string }[];
    };
    expect(variables.map(({ path }) => path)).toEqual(['prices.get(1)', 'prices.(anonymous)']);
    for (const [index, name] of ['price', 'x'].entries())
      expect(await debug.call('variables_get', { expand: variables[index]?.path })).toMatchObject({
        variables: [{ name }],
      });
    expect(await debug.call('variables_get', { expand: '(prices.get(1)).price' })).toMatchObject({ variables: [] });
    expect(backend.asked.filter((what) => what.startsWith('evaluate'))).toEqual([]);
    await debug.call('debug_step', { mode: 'over' });
    expect(await debug.call('variables_get', { expand: 'prices.get(1)' })).toMatchObject({
      error: { code: 'INVALID_PARAMETER' },
    });
  });
});

describe('object_inspect', () => {
  it('distinguishes the first field of a struct from the struct at the same address', async () => {
    const inner = variable('inner', '{x=1}', { ref: ref('inner'), childCount: 1, scope: 'field' });
    await using debug = await scripted({
      evaluate: () => ok(variable('outer', '{…}', { ref: ref('outer'), childCount: 1 })),
      children: { outer: [inner], inner: [variable('x', '1', { scope: 'field' })] },
      identity: (value) => ({ address: '0x10', typeName: value === 'outer' ? 'Outer' : 'Inner' }),
    });
    await debug.call('debug_launch', { program: 'main.js' });
    expect(await debug.call('object_inspect', { object_ref: 'outer', depth: 2 })).toMatchObject({
      inspection: { hasCircularRef: false, fields: [{ name: 'inner', fields: [{ name: 'x' }] }] },
    });
  });
});

describe('pages', () => {
  it('of modules contain all of them, the own ones first', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `module${index}.js`);
    const modules = names.map((name, index) => ({ ...MODULE, name, path: `/app/${name}`, isSystem: index < 100 }));
    await using debug = await connectBackend({ ...createScripted(), modules: async () => ok(modules) });
    await debug.call('debug_launch', { program: 'main.js' });
    const seen: string[] = [];
    for (let more: string | undefined = 'start: 0'; more !== undefined; ) {
      const [, start] = /start: (\d+)/.exec(more) ?? [];
      const page = (await debug.call('modules_list', { start: Number(start) })) as never as {
        modules: { name: string }[];
        more?: string;
      };
      expect(page).toMatchObject({ count: 200 });
      expect(JSON.stringify(page).length).toBeLessThanOrEqual(10_000);
      seen.push(...page.modules.map(({ name }) => name));
      more = page.more;
    }
    expect(seen).toEqual([...names.slice(100), ...names.slice(0, 100)]);
  });

  it('of types contain all of them, although fewer fit than requested', async () => {
    const types: readonly TypeFacts[] = Array.from({ length: 700 }, (_, index) => ({
      name: `T${index}`,
      fullName: `space${index}::T${index}<${'x'.repeat(100)}>`,
      namespace: `space${index}`,
      kind: 'class',
      visibility: 'public',
      baseType: undefined,
      isGeneric: false,
      isAbstract: false,
    }));
    await using debug = await scripted({ types });
    await debug.call('debug_launch', { program: 'main.js' });
    const seen: string[] = [];
    let token: string | null | undefined;
    do {
      const args = { module_name: 'main.js', max_results: 1_000, ...(token != null && { continuation_token: token }) };
      const page = (await debug.call('types_get', args)) as never as {
        types: { name: string }[];
        returnedCount: number;
        continuationToken: string | null;
      };
      expect(page).toMatchObject({ totalCount: 700, returnedCount: page.types.length });
      expect(JSON.stringify(page).length).toBeLessThanOrEqual(10_000);
      seen.push(...page.types.map(({ name }) => name));
      token = page.continuationToken;
    } while (token !== null);
    expect(seen).toEqual(types.map(({ name }) => name));
  });

  it('of output lose nothing, although most bytes take six characters as JSON', async () => {
    const backend = createScripted();
    await using debug = await connectBackend(backend);
    await debug.call('debug_launch', { program: 'main.js' });
    const written = Array.from({ length: 30_000 }, (_, index) => `${index % 10}\0\u001b`).join('');
    backend.emit({ kind: 'output', stream: 'stdout', data: Buffer.from(written) });
    let read = '';
    for (let isMore = true; isMore; ) {
      const reply = (await debug.call('process_read_output', { clear: true, stream: 'stdout' })) as never as {
        stdout: string;
        truncated?: boolean;
      };
      expect(JSON.stringify(reply).length).toBeLessThanOrEqual(10_000);
      read += reply.stdout;
      isMore = reply.truncated ?? false;
    }
    expect(read).toBe(written);
  });
});
