import { describe, expect, it } from 'vitest';
import { debuggee, value } from '../fixtures/drive.ts';
import { APP, useStoppedApp } from '../fixtures/stopped-app.ts';

const { driver } = useStoppedApp();

describe('modules and types', () => {
  it('are the scripts, with their original sources', async () => {
    const modules = value(await driver.backend.modules());
    expect(modules.filter(({ isSystem }) => !isSystem)).toEqual([
      {
        name: 'built/app.js',
        path: debuggee('built/app.js'),
        version: '1.2.3',
        isSystem: false,
        hasSymbols: true,
        symbolDetail: `source map: ${APP}`,
        baseAddress: undefined,
        size: expect.any(Number),
      },
    ]);
    expect(modules).toContainEqual(expect.objectContaining({ name: 'node:fs', isSystem: true, hasSymbols: false }));
    expect(value(await driver.backend.sources())).toEqual([debuggee('built/app.js'), APP]);
  });

  it.each(['app.ts', 'built/app.js', APP])('of %s come from its TypeScript source', async (name) => {
    const types = value(await driver.backend.types(name));
    expect(
      types.map((type) => [type.fullName, type.kind, type.visibility, type.baseType, type.isGeneric, type.isAbstract]),
    ).toEqual([
      ['Named', 'interface', 'internal', undefined, false, false],
      ['Visitor', 'function', 'internal', undefined, false, false],
      ['Id', 'union', 'internal', undefined, false, false],
      ['Level', 'enum', 'internal', undefined, false, false],
      ['Base', 'class', 'internal', undefined, false, true],
      ['User', 'class', 'internal', 'Base', false, false],
      ['Tools.Box', 'class', 'public', undefined, true, false],
    ]);
  });

  it('of Node itself can be requested too', async () => {
    const types = value(await driver.backend.types('node:internal/url'));
    expect(types.map(({ name }) => name)).toEqual(expect.arrayContaining(['URL', 'URLSearchParams']));
    expect(await driver.backend.types('nowhere.js')).toMatchObject({ ok: false, error: { code: 'MODULE_NOT_FOUND' } });
  });

  it.each([
    [
      'User',
      [
        ['field', '#secret', 'number', 'private', false, undefined],
        ['field', 'next', 'User | undefined', 'public', false, undefined],
        ['field', 'name', 'string', 'public', false, undefined],
        ['field', 'id', 'Id', 'private', false, undefined],
        ['method', 'constructor', undefined, 'public', false, undefined],
        ['property', 'full', 'string', 'public', false, undefined],
        ['method', 'greet', 'string', 'public', false, undefined],
        ['method', 'describe', 'string', 'public', false, undefined],
        ['field', 'made', 'number', 'public', true, 'Base'],
        ['field', 'level', 'Level', 'protected', false, 'Base'],
      ],
    ],
    [
      'Named',
      [
        ['property', 'name', 'string', 'public', false, undefined],
        ['method', 'greet', 'string', 'public', false, undefined],
      ],
    ],
    [
      'Level',
      [
        ['field', 'Low', 'Level', 'public', true, undefined],
        ['field', 'High', 'Level', 'public', true, undefined],
      ],
    ],
  ])('members of %s', async (type, expected) => {
    const { members } = value(await driver.backend.members(type, undefined));
    expect(
      members.map((each) => [each.kind, each.name, each.type, each.visibility, each.isStatic, each.inheritedFrom]),
    ).toEqual(expected);
  });

  it('members that only the runtime knows', async () => {
    const { members } = value(await driver.backend.members('Map', undefined));
    expect(members).toContainEqual(expect.objectContaining({ kind: 'property', name: 'size', isStatic: false }));
    expect(members).toContainEqual(expect.objectContaining({ kind: 'method', name: 'groupBy', isStatic: true }));
    expect(await driver.backend.members('Nobody', undefined)).toMatchObject({
      ok: false,
      error: { code: 'TYPE_NOT_FOUND' },
    });
  });
});
