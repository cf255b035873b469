import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { compileDebuggees } from '../fixtures/compile.ts';
import {
  at,
  debuggee,
  expectNothingLeftBehind,
  lineContaining,
  must,
  mustFail,
  type Recorded,
  record,
  refOf,
} from '../fixtures/recorder.ts';

const SHAPES = debuggee('cpp/shapes.cpp');
const compiled = compileDebuggees('shapes.cpp');

afterEach(expectNothingLeftBehind);
afterAll(() => compiled[Symbol.dispose]());

/** Runs to the breakpoint in `look`, where all variables are set. */
const atLook = async (native: Recorded) => {
  must(await native.backend.setBreakpoints(SHAPES, [at('look', lineContaining(SHAPES, 'std::printf("%s %d %d'))]));
  await native.launch(compiled.program('shapes'));
  await native.next('stopped');
  must(await native.backend.resume());
  const { thread } = await native.next('stopped');
  return { thread, frame: { thread, index: 0 } };
};

describe('the data of a native program', () => {
  it('has the same memory layout that the program reports', async () => {
    await using native = record('native');
    const { frame } = await atLook(native);
    const layout = must(await native.backend.layout('Padded', frame));
    must(await native.backend.setBreakpoints(SHAPES, []));
    must(await native.backend.resume());
    await native.next('exited');
    const printed = native.output('stdout').split('\n').slice(0, 8).join('\n');
    const shown = layout.fields.map(({ name, offset, size }) => `${name} ${offset} ${size}`);
    expect([`size ${layout.totalSize}`, ...shown].join('\n')).toBe(printed);
    expect(layout).toMatchObject({ isEstimated: false, isValueType: true, headerSize: 0 });
  });

  it('is shown by scope, with members, references and memory', async () => {
    await using native = record('native');
    const { thread, frame } = await atLook(native);
    const { backend } = native;
    const stack = must(await backend.stack(thread, 0, 20));
    expect(stack.frames.slice(0, 2)).toMatchObject([
      {
        index: 0,
        function: 'look(Padded const&, int)',
        isExternal: false,
        arguments: [{ name: 'padded' }, { name: 'depth', value: '2' }],
      },
      { index: 1, function: 'main', isExternal: false, arguments: [] },
    ]);
    expect(stack.frames.slice(2).every(({ isExternal }) => isExternal)).toBe(true);
    const variables = must(await backend.variables(frame));
    expect(variables.map(({ name, scope }) => [name, scope])).toEqual([
      ['padded', 'argument'],
      ['depth', 'argument'],
      ['square', 'local'],
      ['name', 'local'],
      ['numbers', 'local'],
      ['colour', 'local'],
      ['either', 'local'],
      ['box', 'local'],
      ['sum', 'local'],
      ['Square::count', 'module'],
    ]);
    const named = (name: string) => variables.find((each) => each.name === name);
    expect([named('name')?.value, named('numbers')?.childCount, named('colour')?.value, named('depth')?.ref]).toEqual([
      '"mouse"',
      3,
      'green',
      undefined,
    ]);
    const page = must(await backend.children(refOf(named('numbers')), { start: 1, count: 5 }));
    expect(page.map(({ name, value, scope }) => [name, value, scope])).toEqual([
      ['[1]', '2', 'element'],
      ['[2]', '3', 'element'],
    ]);
    const inside = must(await backend.children(refOf(named('padded')), { start: 0, count: 20 }));
    expect(inside.map(({ name, path }) => [name, path]).slice(0, 2)).toEqual([
      ['first', 'padded.first'],
      ['second', 'padded.second'],
    ]);

    const here = must(await backend.identity(refOf(named('padded'))));
    expect(here).toMatchObject({
      address: expect.stringMatching(/^0x[0-9a-f]+$/),
      typeName: 'Padded',
      size: 56,
      isNull: false,
    });
    const memory = must(await backend.readMemory(BigInt(here.address ?? 0), 24));
    expect(memory.bytes.toString('hex')).toBe('610000000b00000000000000000000000807060504030201');
    expect(mustFail(await backend.readMemory(16n, 8))).toMatchObject({ code: 'INVALID_ADDRESS' });
    const outbound = must(await backend.references(refOf(named('padded')), 'outbound', 10));
    expect(outbound).toMatchObject({
      total: 1,
      references: [
        { path: '.next', kind: 'field', source: { address: here.address }, target: { typeName: 'Padded', size: 56 } },
      ],
    });
    expect(mustFail(await backend.references(refOf(named('padded')), 'inbound', 10))).toMatchObject({
      code: 'NOT_SUPPORTED',
    });

    expect(must(await backend.layout('square', frame))).toMatchObject({
      typeName: 'Square',
      totalSize: 24,
      headerSize: 8,
      baseType: 'Shape',
      fields: [
        { name: 'id', offset: 8, declaringType: 'Shape' },
        { name: 'side', offset: 16, declaringType: 'Square' },
      ],
    });
    expect(mustFail(await backend.layout('Nothing', frame))).toMatchObject({ code: 'TYPE_NOT_FOUND' });
    const types = must(await backend.types('shapes'));
    const own = types.filter(({ fullName }) => /^(Padded|Square|Colour|Either|deep::Box<int>)$/.test(fullName));
    expect(
      own.map(({ name, namespace, kind, baseType, isGeneric }) => [name, namespace, kind, baseType, isGeneric]),
    ).toEqual([
      ['Colour', '', 'enum', undefined, false],
      ['Either', '', 'union', undefined, false],
      ['Padded', '', 'struct', undefined, false],
      ['Square', '', 'class', 'Shape', false],
      ['Box<int>', 'deep', 'struct', undefined, true],
    ]);
    expect(mustFail(await backend.types('nothing'))).toMatchObject({ code: 'MODULE_NOT_FOUND' });
    const { members } = must(await backend.members('Square', undefined));
    expect(
      members.map(({ kind, name, visibility, isStatic, inheritedFrom }) => [
        kind,
        name,
        visibility,
        isStatic,
        inheritedFrom,
      ]),
    ).toEqual([
      ['field', 'side', 'private', false, undefined],
      ['field', 'count', 'public', true, undefined],
      ['method', 'Square', 'public', false, undefined],
      ['method', 'area', 'public', false, undefined],
      ['field', 'id', 'protected', false, 'Shape'],
      ['method', '~Shape', 'public', false, 'Shape'],
      ['method', 'area', 'public', false, 'Shape'],
    ]);
    const modules = must(await backend.modules());
    expect(modules[0]).toMatchObject({
      name: 'shapes',
      isSystem: false,
      hasSymbols: true,
      baseAddress: expect.any(BigInt),
    });
    expect(modules.find(({ name }) => name.startsWith('libstdc++'))).toMatchObject({ isSystem: true });
    expect(must(await backend.sources())).toContain(SHAPES);
    expect(must(await backend.complete(frame, 'padded.s'))).toEqual(['second']);
    expect(must(await backend.complete(frame, 'num'))).toEqual(['numbers']);
  });

  it('can be evaluated, with errors for invalid expressions', async () => {
    await using native = record('native');
    const { frame } = await atLook(native);
    const value = async (expression: string) => must(await native.backend.evaluate(frame, expression, 2_000)).value;
    const code = async (expression: string) => mustFail(await native.backend.evaluate(frame, expression, 500)).code;
    expect([await value('depth + 1'), await value('square.area()'), await value('numbers[1]')]).toEqual([
      '3',
      '9',
      '2',
    ]);
    expect([await code('nope'), await code('1 +'), await code('*(int *)0')]).toEqual([
      'variable_unavailable',
      'syntax_error',
      'eval_exception',
    ]);
    expect(await code('({ while (1); 1; })')).toBe('eval_timeout');
    expect(await value('sum = 5')).toBe('5');
    expect(await value('sum')).toBe('5');
  });
});
