import { describe, expect, it } from 'vitest';
import { coverCells } from './fixtures/cover.ts';
import { isMissing } from './fixtures/needs.ts';
import { type DebugClient, debuggee } from './fixtures/program.ts';

const THINGS = debuggee('python/things.py');
const { startDebugging, problems } = coverCells('wire-python-inspect.test.ts');

/** Stopped in `look`, with all variables set. */
async function inLook(): Promise<DebugClient> {
  const debug = await startDebugging();
  await debug.call('breakpoint_set', { file: THINGS, line: 68 });
  await debug.launch(THINGS);
  const hit = await debug.runToHit();
  if (hit['hit'] !== true) throw new Error(JSON.stringify(hit));
  return debug;
}

describe.skipIf(await isMissing('python'))('a stopped Python program, by a real client over stdio', () => {
  it('threads_list, stacktrace_get, variables_get, evaluate, object_inspect', async () => {
    await using debug = await inLook();
    expect(await debug.call('threads_list')).toMatchObject({
      threads: [
        { id: 1, name: 'MainThread', state: 'stopped', is_current: true, location: { file: THINGS, line: 68 } },
      ],
    });
    expect(await debug.call('stacktrace_get')).toMatchObject({
      thread_id: 1,
      total_frames: 2,
      frames: [
        {
          index: 0,
          function: 'look',
          is_external: false,
          location: { file: THINGS, line: 68 },
          arguments: [
            { name: 'dog', type: 'Dog' },
            { name: 'depth', type: 'int', value: '5' },
            { name: 'rest', type: 'tuple', value: '(1, 2)' },
          ],
        },
        { index: 1, function: '<module>', location: { file: THINGS, line: 75 } },
      ],
    });
    const { variables } = (await debug.call('variables_get')) as unknown as {
      variables: { name: string; scope: string }[];
    };
    expect(variables.map(({ name, scope }) => `${scope} ${name}`)).toEqual([
      'argument dog',
      'argument depth',
      'argument rest',
      'local table',
      'local slotted',
      'local packet',
      'local numbers',
      'local word',
      'module LIMIT',
    ]);
    expect(await debug.call('variables_get', { expand: 'table' })).toMatchObject({
      variables: [
        { name: "'one'", type: 'int', value: '1' },
        { name: "'two'", type: 'list', value: '[1, 2, 3]', children_count: 3 },
      ],
    });
    expect(await debug.call('variables_get', { frame_index: 1, scope: 'arguments' })).toMatchObject({ variables: [] });
    expect(await debug.call('evaluate', { expression: 'dog.speak() * depth' })).toMatchObject({
      value: "'wuffwuffwuffwuffwuff'",
      type: 'str',
      has_children: false,
    });
    expect(await debug.call('evaluate', { expression: 'nobody' })).toMatchObject({
      error: { code: 'variable_unavailable' },
    });
    expect(await debug.call('evaluate', { expression: '1 / 0' })).toMatchObject({
      error: { code: 'eval_exception', details: { exception_type: 'ZeroDivisionError' } },
    });
    const { inspection } = (await debug.call('object_inspect', { object_ref: 'dog', depth: 6 })) as unknown as {
      inspection: { address: string };
    };
    expect(inspection).toMatchObject({
      typeName: 'Dog',
      isNull: false,
      hasCircularRef: true,
      fields: [
        { name: 'name', typeName: 'str', value: "'rex'", offset: null },
        { name: 'friends', typeName: 'list', childCount: 1, fields: [{ name: '[0]', typeName: 'Dog' }] },
        { name: '_age', typeName: 'int', value: '3' },
      ],
    });
    expect(await debug.call('evaluate', { expression: 'hex(id(dog))' })).toMatchObject({
      value: `'${inspection.address}'`,
    });
    expect(await debug.call('exception_get_context')).toMatchObject({ error: { code: 'NO_EXCEPTION' } });
  });

  it('memory_read, layout_get, references_get', async () => {
    await using debug = await inLook();
    // The bytes of an object of this type follow its header, as Python confirms.
    const place = await debug.call('evaluate', { expression: 'id(word) + type(word).__basicsize__ - 1' });
    expect(await debug.call('memory_read', { address: String(place['value']), size: 6 })).toMatchObject({
      memory: { requestedSize: 6, actualSize: 6, bytes: '6d 65 6d 6f 72 79', ascii: 'memory' },
    });
    expect(await debug.call('memory_read', { address: '0x10', size: 8 })).toMatchObject({
      error: { code: 'INVALID_ADDRESS' },
    });
    expect(await debug.call('layout_get', { type_name: 'Packet' })).toMatchObject({
      layout: {
        typeName: 'Packet',
        totalSize: 16,
        isEstimated: false,
        fields: [
          { name: 'kind', offset: 0, size: 1 },
          { name: 'length', offset: 4, size: 4 },
          { name: 'body', offset: 8, size: 8 },
        ],
        padding: [{ offset: 1, size: 3 }],
      },
    });
    expect(await debug.call('evaluate', { expression: '(Packet.length.offset, Packet.body.offset)' })).toMatchObject({
      value: '(4, 8)',
    });
    expect(await debug.call('layout_get', { type_name: 'Slotted' })).toMatchObject({
      layout: { isEstimated: false, fields: [{ name: 'alpha' }, { name: 'zeta' }] },
    });
    expect(await debug.call('layout_get', { type_name: 'dog' })).toMatchObject({
      layout: { typeName: 'Dog', baseType: 'Animal', isEstimated: true, note: expect.stringContaining('estimates') },
    });
    const { references } = (await debug.call('references_get', {
      object_ref: 'dog',
      direction: 'both',
    })) as unknown as {
      references: { outbound: { path: string }[]; inbound: { path: string; referenceType: string }[] };
    };
    expect(references.outbound.map(({ path }) => path)).toEqual(expect.arrayContaining(['.name', '.friends']));
    expect(references.inbound.map(({ path, referenceType }) => `${referenceType} ${path}`).toSorted()).toEqual([
      'ArrayElement [0]',
      'Root __main__.dog',
      'Root dog in look',
    ]);
  });

  it('modules_list, modules_search, types_get, members_get', async () => {
    await using debug = await inLook();
    expect(await debug.call('modules_list', { include_system: false, name_filter: '__main__' })).toMatchObject({
      count: 1,
      modules: [{ name: '__main__', path: THINGS, isManaged: true, hasSymbols: true, isSystem: false }],
    });
    expect(await debug.call('modules_list', { name_filter: 'enum' })).toMatchObject({
      modules: [{ name: 'enum', isSystem: true }],
    });
    expect(await debug.call('modules_search', { pattern: 'spea*', module_filter: '__main__' })).toMatchObject({
      types: [{ fullName: '__main__.Speaks', kind: 'interface' }],
      methods: [
        { declaringType: '__main__.Animal', method: { name: 'speak' } },
        {
          declaringType: '__main__.Dog',
          method: { name: 'speak', signature: 'speak(self, loud: bool = False) -> str', returnType: 'str' },
        },
        { declaringType: '__main__.Speaks' },
      ],
      totalMatches: 4,
      truncated: false,
    });
    const { types } = (await debug.call('types_get', { module_name: '__main__' })) as unknown as {
      types: { name: string; kind: string }[];
    };
    expect(types.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'class Animal',
      'enum Colour',
      'class Dog',
      'struct Packet',
      'class Slotted',
      'class Slow',
      'interface Speaks',
    ]);
    expect(await debug.call('types_get', { module_name: 'nobody' })).toMatchObject({
      error: { code: 'MODULE_NOT_FOUND' },
    });
    expect(await debug.call('members_get', { type_name: 'Dog', include_inherited: true })).toMatchObject({
      typeName: 'Dog',
      methods: expect.arrayContaining([
        expect.objectContaining({ name: 'speak', declaringType: 'Dog' }),
        expect.objectContaining({ name: 'count', declaringType: 'Animal', isStatic: true }),
      ]),
      properties: [{ name: 'label', declaringType: 'Animal' }],
      fields: expect.arrayContaining([
        expect.objectContaining({ name: 'kingdom', isStatic: true }),
        expect.objectContaining({ name: '_age', visibility: 'protected' }),
      ]),
    });
    expect(await debug.call('members_get', { type_name: 'Nobody' })).toMatchObject({
      error: { code: 'TYPE_NOT_FOUND' },
    });
  });

  it('covered every cell of the table', () => {
    expect(problems()).toEqual([]);
  });
});
