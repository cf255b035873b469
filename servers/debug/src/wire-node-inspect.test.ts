import { describe, expect, it } from 'vitest';
import { coverCells } from './fixtures/cover.ts';
import { type DebugClient, debuggee } from './fixtures/program.ts';

const APP = debuggee('node/app.ts');
const BUILT = debuggee('node/built/app.js');
const { startDebugging, problems } = coverCells('wire-node-inspect.test.ts');

/** Stopped in `main` of the TypeScript program, with all variables set. */
async function inMain(): Promise<DebugClient> {
  const debug = await startDebugging();
  await debug.call('breakpoint_set', { file: APP, line: 74 });
  await debug.launch(BUILT);
  const hit = await debug.runToHit();
  if (hit['hit'] !== true) throw new Error(JSON.stringify(hit));
  return debug;
}

describe('inspection, memory and modules', () => {
  it('threads_list, stacktrace_get, variables_get, evaluate, object_inspect', async () => {
    await using debug = await inMain();
    expect(await debug.call('threads_list')).toMatchObject({
      threads: [{ id: 1, state: 'stopped', is_current: true, location: { file: APP, line: 74 } }],
    });
    expect(await debug.call('stacktrace_get', { max_frames: 1 })).toMatchObject({
      thread_id: 1,
      frames: [{ index: 0, function: 'main', is_external: false, location: { file: APP, line: 74 } }],
    });
    const { variables } = (await debug.call('variables_get', { scope: 'locals' })) as unknown as {
      variables: { name: string; value: string }[];
    };
    expect(variables.find(({ name }) => name === 'count')).toMatchObject({
      type: 'number',
      value: '2',
      scope: 'local',
    });
    expect(await debug.call('variables_get', { expand: 'ann' })).toMatchObject({
      variables: expect.arrayContaining([
        expect.objectContaining({ name: 'name', value: expect.stringContaining('ann') }),
      ]),
    });
    const many = (await debug.call('variables_get', { expand: 'many' })) as unknown as {
      variables: unknown[];
      truncated: boolean;
    };
    expect(many.variables.length).toBeGreaterThan(50);
    expect(many.truncated).toBe(true);
    expect(await debug.call('variables_get', { expand: 'nobody' })).toMatchObject({
      error: { code: 'INVALID_PARAMETER' },
    });
    expect(await debug.call('evaluate', { expression: 'scores.get("bob") * 10' })).toMatchObject({
      value: '40',
      type: 'number',
      has_children: false,
    });
    expect(await debug.call('evaluate', { expression: '"x".repeat(5000)' })).toMatchObject({
      truncated: true,
      value: expect.stringMatching(/^.x{1000}/),
    });
    expect(await debug.call('evaluate', { expression: 'null.x' })).toMatchObject({
      error: { code: 'eval_exception', details: { exception_type: 'TypeError' } },
    });
    expect(await debug.call('evaluate', { expression: 'while (true) {}', timeout_ms: 200 })).toMatchObject({
      error: { code: 'eval_timeout' },
    });
    expect(await debug.call('evaluate', { expression: '1', thread_id: 99 })).toMatchObject({
      error: { code: 'invalid_thread' },
    });
    expect(await debug.call('variables_get', { frame_index: 999 })).toMatchObject({ error: { code: 'INVALID_FRAME' } });
    expect(await debug.call('object_inspect', { object_ref: 'ann', depth: 3 })).toMatchObject({
      inspection: {
        typeName: 'User',
        isNull: false,
        hasCircularRef: true,
        fields: expect.arrayContaining([expect.objectContaining({ name: 'next' })]),
      },
    });
    expect(await debug.call('object_inspect', { object_ref: 'nobody' })).toMatchObject({
      error: { code: 'INVALID_REFERENCE' },
    });
    expect(await debug.call('exception_get_context')).toMatchObject({ error: { code: 'NO_EXCEPTION' } });
  });

  it('memory_read, layout_get, references_get', async () => {
    await using debug = await inMain();
    expect(await debug.call('memory_read', { address: 'bytes', size: 8 })).toMatchObject({
      memory: { requestedSize: 8, actualSize: 8, bytes: '74 6f 6f 6c 6d 61 72 6b', ascii: 'toolmark' },
    });
    expect(await debug.call('memory_read', { address: 'bytes', size: 8, format: 'raw' })).toMatchObject({
      memory: { bytes: Buffer.from('toolmark').toString('base64') },
    });
    expect(await debug.call('memory_read', { address: '0x10', size: 65537 })).toMatchObject({
      error: { code: 'SIZE_EXCEEDED' },
    });
    expect(await debug.call('memory_read', { address: 'ann' })).toMatchObject({
      error: { code: 'NOT_SUPPORTED', details: { backend: 'node', capability: 'memory' } },
    });
    expect(await debug.call('layout_get', { type_name: 'floats' })).toMatchObject({
      layout: { typeName: 'Float64Array', totalSize: 16, isEstimated: false, fields: { length: 2, 1: { offset: 8 } } },
    });
    expect(await debug.call('layout_get', { type_name: 'ann' })).toMatchObject({
      layout: { typeName: 'User', isEstimated: true, note: expect.stringContaining('estimates') },
    });
    expect(await debug.call('references_get', { object_ref: 'ann', direction: 'both' })).toMatchObject({
      references: {
        targetType: 'User',
        outbound: expect.arrayContaining([
          expect.objectContaining({ targetType: 'User', path: expect.stringContaining('next') }),
        ]),
        inbound: expect.arrayContaining([
          expect.objectContaining({ sourceType: 'User', path: expect.stringContaining('next') }),
        ]),
      },
    });
  });

  it('modules_list, modules_search, types_get, members_get', async () => {
    await using debug = await inMain();
    expect(await debug.call('modules_list', { include_system: false, name_filter: '*app*' })).toMatchObject({
      count: 1,
      modules: [{ isManaged: true }],
    });
    expect(await debug.call('types_get', { module_name: 'app.js', kind: 'class', max_results: 1 })).toMatchObject({
      returnedCount: 1,
      truncated: true,
      continuationToken: expect.any(String),
    });
    expect(await debug.call('members_get', { type_name: 'User' })).toMatchObject({
      typeName: 'User',
      methods: expect.arrayContaining([expect.objectContaining({ name: 'greet' })]),
    });
    expect(await debug.call('members_get', { type_name: 'Nobody' })).toMatchObject({
      error: { code: 'TYPE_NOT_FOUND' },
    });
    expect(await debug.call('types_get', { module_name: 'nobody' })).toMatchObject({
      error: { code: 'MODULE_NOT_FOUND' },
    });
    expect(await debug.call('modules_search', { pattern: 'gree*' })).toMatchObject({
      methods: expect.arrayContaining([expect.objectContaining({ declaringType: expect.stringContaining('User') })]),
    });
  });
});

it('covered every cell of the table', () => {
  expect(problems()).toEqual([]);
});
