import { afterEach, describe, expect, it } from 'vitest';
import { at, debuggee, expectNothingLeftBehind, lineContaining, must, record, refOf } from '../fixtures/recorder.ts';

const THINGS = debuggee('python/things.py');

afterEach(expectNothingLeftBehind);

describe('the data of a Python program', () => {
  it('is shown by scope, in pages, with layouts, members, references and memory', async () => {
    await using python = record('python');
    must(await python.backend.setBreakpoints(THINGS, [at('look', lineContaining(THINGS, 'print(LIMIT'))]));
    await python.launch(THINGS);
    await python.next('stopped');
    must(await python.backend.resume());
    const { thread } = await python.next('stopped');
    const frame = { thread, index: 0 };

    const stack = must(await python.backend.stack(thread, 0, 10));
    expect(stack.frames.map((each) => [each.index, each.function, each.isExternal, each.location?.line])).toEqual([
      [0, 'look', false, lineContaining(THINGS, 'print(LIMIT')],
      [1, '<module>', false, lineContaining(THINGS, 'look(dog, 1, 2')],
    ]);
    expect(stack.frames[0]?.arguments.map(({ name, type }) => [name, type])).toEqual([
      ['dog', 'Dog'],
      ['depth', 'int'],
      ['rest', 'tuple'],
    ]);
    const variables = must(await python.backend.variables(frame));
    expect(variables.map(({ name, scope }) => [name, scope])).toEqual([
      ['dog', 'argument'],
      ['depth', 'argument'],
      ['rest', 'argument'],
      ['table', 'local'],
      ['slotted', 'local'],
      ['packet', 'local'],
      ['numbers', 'local'],
      ['word', 'local'],
      ['LIMIT', 'module'],
    ]);
    const named = (name: string) => variables.find((each) => each.name === name);
    const page = must(await python.backend.children(refOf(named('numbers')), { start: 990, count: 5 }));
    expect(page.map(({ name, value, path }) => [name, value, path])).toEqual(
      [990, 991, 992, 993, 994].map((each) => [`[${each}]`, `${each}`, `numbers[${each}]`]),
    );
    const fields = must(await python.backend.children(refOf(named('dog')), { start: 0, count: 10 }));
    expect(fields.map(({ name, scope, path }) => [name, scope, path])).toEqual([
      ['name', 'field', 'dog.name'],
      ['friends', 'field', 'dog.friends'],
      ['_age', 'field', 'dog._age'],
    ]);

    const slots = must(await python.backend.layout('Slotted', frame));
    expect(slots.fields.map(({ name, offset }) => [name, offset])).toEqual([
      ['alpha', 16],
      ['zeta', 24],
    ]);
    // The slot belongs to the program; it contains the address of its value.
    const slotted = must(await python.backend.identity(refOf(named('slotted'))));
    const first = must(await python.backend.evaluate(frame, 'hex(id(slotted.alpha))', 1_000)).value.replaceAll("'", '');
    const memory = must(await python.backend.readMemory(BigInt(slotted.address ?? 0) + 16n, 8));
    expect(memory.bytes.readBigUInt64LE()).toBe(BigInt(first));
    expect(must(await python.backend.layout('packet', frame))).toMatchObject({
      typeName: 'Packet',
      totalSize: 16,
      isEstimated: false,
      fields: [
        { name: 'kind', offset: 0, size: 1 },
        { name: 'length', offset: 4, size: 4 },
        { name: 'body', offset: 8, size: 8 },
      ],
    });
    expect(must(await python.backend.layout('dog', frame))).toMatchObject({ typeName: 'Dog', isEstimated: true });

    const outbound = must(await python.backend.references(refOf(named('dog')), 'outbound', 10));
    expect(outbound.references.map(({ path, kind }) => [path, kind])).toContainEqual(['.friends', 'field']);
    const inbound = must(await python.backend.references(refOf(named('dog')), 'inbound', 20));
    expect(inbound.references.map(({ path, kind }) => [path, kind]).sort()).toEqual([
      ['[0]', 'element'],
      ['__main__.dog', 'root'],
      ['dog in look', 'root'],
    ]);

    const types = must(await python.backend.types('__main__'));
    expect(types.map(({ name, kind, baseType }) => [name, kind, baseType])).toEqual([
      ['Animal', 'class', undefined],
      ['Colour', 'enum', 'enum.Enum'],
      ['Dog', 'class', 'Animal'],
      ['Packet', 'struct', expect.stringContaining('Structure')],
      ['Slotted', 'class', undefined],
      ['Slow', 'class', undefined],
      ['Speaks', 'interface', 'typing.Protocol'],
    ]);
    const { members } = must(await python.backend.members('Dog', undefined));
    expect(members.find(({ name }) => name === 'speak')).toEqual({
      kind: 'method',
      name: 'speak',
      type: 'str',
      signature: 'speak(self, loud: bool = False) -> str',
      visibility: 'public',
      isStatic: false,
      inheritedFrom: undefined,
    });
    const inherited = members.filter((each) => each.inheritedFrom === 'Animal');
    expect(inherited.map(({ kind, name, visibility, isStatic }) => [kind, name, visibility, isStatic])).toEqual(
      expect.arrayContaining([
        ['field', 'kingdom', 'public', true],
        ['property', 'label', 'public', false],
        ['method', 'count', 'public', true],
        ['field', '_age', 'protected', false],
      ]),
    );
    const modules = must(await python.backend.modules());
    expect(modules.find(({ name }) => name === '__main__')).toMatchObject({
      path: THINGS,
      isSystem: false,
      hasSymbols: true,
    });
    expect(modules.filter(({ name }) => /debugpy|pydevd|toolmark/.test(name))).toEqual([]);
    expect(must(await python.backend.sources())).toContain(THINGS);
    expect(must(await python.backend.complete(frame, 'dog.fr'))).toEqual(['friends']);
    expect(must(await python.backend.complete(frame, 'numb'))).toEqual(['numbers']);
  });
});

it('one value that takes for ever to print costs the others nothing, and is named', async () => {
  await using python = record('python');
  const SLOW = debuggee('python/slow.py');
  must(await python.backend.setBreakpoints(SLOW, [at('look', lineContaining(SLOW, 'return first'))]));
  await python.launch(SLOW);
  await python.next('stopped');
  must(await python.backend.resume());
  const { thread } = await python.next('stopped');
  const variables = must(await python.backend.variables({ thread, index: 0 }));
  expect(variables.map(({ name, value }) => [name, value])).toEqual([
    ['first', '1'],
    ['sleeper', expect.stringMatching(/^<Sleeps whose repr\(\) took longer than/)],
    ['spinner', expect.stringMatching(/^<Spins whose repr\(\) took longer than/)],
    ['last', '[2]'],
  ]);
});
