import { afterAll, describe, expect, it } from 'vitest';
import { compileDebuggees } from './backend/dap/fixtures/compile.ts';
import { coverCells } from './fixtures/cover.ts';
import { isMissing } from './fixtures/needs.ts';
import { type DebugClient, debuggee } from './fixtures/program.ts';

const SHAPES = debuggee('cpp/shapes.cpp');
const { startDebugging, problems } = coverCells('wire-native-inspect.test.ts');

const skips = await isMissing('lldb', 'compiler');
const compiled = skips ? undefined : compileDebuggees('shapes.cpp');
afterAll(() => compiled?.[Symbol.dispose]());

/** Stopped in `look`, with all variables set. */
async function inLook(): Promise<DebugClient> {
  const debug = await startDebugging();
  await debug.call('breakpoint_set', { file: SHAPES, line: 70 });
  await debug.launch(compiled?.program('shapes') ?? '');
  const hit = await debug.runToHit();
  if (hit['hit'] !== true) throw new Error(JSON.stringify(hit));
  return debug;
}

interface Layout {
  readonly totalSize: number;
  readonly fields: readonly { readonly name: string; readonly offset: number; readonly size: number }[];
  readonly padding: readonly { readonly offset: number; readonly size: number }[];
}

describe.skipIf(skips)('a stopped C++ program, by a real client over stdio', () => {
  it('threads_list, stacktrace_get, variables_get, evaluate, object_inspect', async () => {
    await using debug = await inLook();
    expect(await debug.call('threads_list')).toMatchObject({
      threads: [{ name: 'shapes', state: 'stopped', is_current: true, location: { file: SHAPES, line: 70 } }],
    });
    expect(await debug.call('stacktrace_get', { max_frames: 3 })).toMatchObject({
      frames: [
        {
          index: 0,
          function: 'look(Padded const&, int)',
          is_external: false,
          location: { file: SHAPES, line: 70 },
          arguments: [
            { name: 'padded', type: 'const Padded &' },
            { name: 'depth', type: 'int', value: '2' },
          ],
        },
        { index: 1, function: 'main', is_external: false, location: { file: SHAPES, line: 90 } },
        { index: 2, is_external: true },
      ],
    });
    expect(await debug.call('variables_get', { scope: 'locals' })).toMatchObject({
      variables: expect.arrayContaining([
        expect.objectContaining({ name: 'name', type: 'std::string', value: '"mouse"' }),
        expect.objectContaining({ name: 'numbers', type: 'std::vector<int>', children_count: 3 }),
        expect.objectContaining({ name: 'colour', type: 'Colour', value: 'green' }),
        expect.objectContaining({ name: 'sum', type: 'int', value: '51' }),
      ]),
    });
    expect(await debug.call('variables_get', { expand: 'numbers' })).toMatchObject({
      variables: [
        { name: '[0]', value: '1', path: 'numbers[0]' },
        { name: '[1]', value: '2' },
        { name: '[2]', value: '3' },
      ],
    });
    expect(await debug.call('evaluate', { expression: 'square.area() + depth' })).toMatchObject({
      value: '11',
      type: 'double',
      has_children: false,
    });
    expect(await debug.call('evaluate', { expression: 'nobody' })).toMatchObject({
      error: { code: 'variable_unavailable' },
    });
    expect(await debug.call('object_inspect', { object_ref: 'padded', depth: 2 })).toMatchObject({
      inspection: {
        address: expect.stringMatching(/^0x[0-9a-f]+$/),
        typeName: 'Padded',
        size: 56,
        isNull: false,
        fields: expect.arrayContaining([
          expect.objectContaining({ name: 'second', value: '11', offset: 4, size: 4 }),
          expect.objectContaining({ name: 'inner', offset: 24, childCount: 2 }),
        ]),
      },
    });
    expect(await debug.call('object_inspect', { object_ref: 'nobody' })).toMatchObject({
      error: { code: 'INVALID_REFERENCE' },
    });
    expect(await debug.call('exception_get_context')).toMatchObject({ error: { code: 'NO_EXCEPTION' } });
  });

  it('memory_read, layout_get, references_get', async () => {
    await using debug = await inLook();
    const { inspection } = (await debug.call('object_inspect', { object_ref: 'padded' })) as unknown as {
      inspection: { address: string };
    };
    const bytes = [0x61, 0, 0, 0, 11, 0, 0, 0];
    expect(await debug.call('memory_read', { address: inspection.address, size: 8, format: 'raw' })).toMatchObject({
      memory: { address: inspection.address, actualSize: 8, bytes: Buffer.from(bytes).toString('base64') },
    });
    expect(await debug.call('memory_read', { address: inspection.address, size: 5 })).toMatchObject({
      memory: { bytes: '61 00 00 00 0b', ascii: 'a....' },
    });
    expect(await debug.call('memory_read', { address: '0x10' })).toMatchObject({ error: { code: 'INVALID_ADDRESS' } });
    expect(await debug.call('references_get', { object_ref: 'padded', direction: 'both' })).toMatchObject({
      references: {
        targetAddress: inspection.address,
        targetType: 'Padded',
        outbound: [{ sourceAddress: inspection.address, targetType: 'Padded', path: '.next', referenceType: 'Field' }],
        outboundCount: 1,
        inboundNote: expect.stringContaining('no record'),
      },
    });
    expect(await debug.call('references_get', { object_ref: 'padded', direction: 'inbound' })).toMatchObject({
      error: { code: 'NOT_SUPPORTED', details: { backend: 'native', capability: 'inboundReferences' } },
    });
    const { layout } = (await debug.call('layout_get', { type_name: 'Padded' })) as unknown as { layout: Layout };
    expect(layout).toMatchObject({ isEstimated: false, isValueType: true });
    await debug.runToHit();
    const output = await debug.call('process_read_output', { stream: 'stdout' });
    const fields = layout.fields.map(({ name, offset, size }) => `${name} ${offset} ${size}\n`).join('');
    // The program prints its own sizeof and offsetof.
    expect(output['stdout']).toMatch(new RegExp(`^size ${layout.totalSize}\n${fields}mouse `));
    const covered = [...layout.fields, ...layout.padding].reduce((sum, { size }) => sum + size, 0);
    expect([covered, layout.padding.map(({ offset, size }) => [offset, size])]).toEqual([
      layout.totalSize,
      [
        [1, 3],
        [9, 7],
        [54, 2],
      ],
    ]);
  });

  it('modules_list, modules_search, types_get, members_get', async () => {
    await using debug = await inLook();
    // The code that lldb compiles for this evaluation is not a module of the program.
    await debug.call('evaluate', { expression: 'square.area()' });
    expect(await debug.call('modules_list', { include_system: false })).toMatchObject({
      count: 1,
      modules: [
        {
          name: 'shapes',
          path: compiled?.program('shapes'),
          isManaged: false,
          hasSymbols: true,
          baseAddress: expect.stringMatching(/^0x/),
        },
      ],
    });
    expect(await debug.call('modules_list', { name_filter: 'libstdc++*' })).toMatchObject({
      modules: [{ isSystem: true }],
    });
    expect(await debug.call('modules_search', { pattern: 'are*', module_filter: 'shapes' })).toMatchObject({
      types: [],
      methods: [
        { declaringType: 'Shape', method: { name: 'area' } },
        { declaringType: 'Square', method: { name: 'area', returnType: 'double' } },
      ],
      totalMatches: 2,
    });
    const { types } = (await debug.call('types_get', { module_name: 'shapes', max_results: 1000 })) as unknown as {
      types: { fullName: string; kind: string; baseType: string | null }[];
    };
    const own = types.filter(({ fullName }) => /^(Padded|Square|Colour|Either|deep::Box<int>)$/.test(fullName));
    expect(own.map(({ kind, fullName, baseType }) => `${kind} ${fullName} ${baseType ?? ''}`.trim())).toEqual([
      'enum Colour',
      'union Either',
      'struct Padded',
      'class Square Shape',
      'struct deep::Box<int>',
    ]);
    expect(await debug.call('types_get', { module_name: 'nobody' })).toMatchObject({
      error: { code: 'MODULE_NOT_FOUND' },
    });
    expect(await debug.call('members_get', { type_name: 'Square', include_inherited: true })).toMatchObject({
      typeName: 'Square',
      methods: expect.arrayContaining([expect.objectContaining({ name: 'area', signature: 'double area()' })]),
      fields: [
        { name: 'side', visibility: 'private', type: 'double', declaringType: 'Square' },
        { name: 'count', isStatic: true },
        { name: 'id', visibility: 'protected', declaringType: 'Shape' },
      ],
    });
    expect(await debug.call('members_get', { type_name: 'Nobody' })).toMatchObject({
      error: { code: 'TYPE_NOT_FOUND' },
    });
  });

  it('covered every cell of the table', () => {
    expect(problems()).toEqual([]);
  });
});
