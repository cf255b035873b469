import { describe, expect, it } from 'vitest';
import type { ValueRef } from '../../facts.ts';
import { value } from '../fixtures/drive.ts';
import { TOP, useStoppedApp } from '../fixtures/stopped-app.ts';

const { driver, refOf } = useStoppedApp();

describe('memory', () => {
  it('of a buffer is read as its bytes', async () => {
    expect(await driver.backend.readBuffer?.('bytes', 4, TOP)).toEqual({
      ok: true,
      value: { address: undefined, bytes: Buffer.from('tool'), problem: undefined },
    });
    expect(await driver.backend.readBuffer?.('floats', 99, TOP)).toMatchObject({
      ok: true,
      value: { bytes: Buffer.from(new Float64Array([1.5, 2.5]).buffer), problem: 'The buffer ends after 16 bytes.' },
    });
    expect(await driver.backend.readBuffer?.('ann', 4, TOP)).toMatchObject({
      ok: false,
      error: { code: 'NOT_SUPPORTED' },
    });
  });

  it('at an address is read from the process', async () => {
    const node = value(await driver.backend.modules()).find(({ baseAddress }) => baseAddress !== undefined);
    const read = value(await driver.backend.readMemory(node?.baseAddress ?? 0n, 4));
    expect(read).toEqual({ address: node?.baseAddress, bytes: Buffer.from('\x7fELF'), problem: undefined });
    expect(await driver.backend.readMemory(0n, 4)).toMatchObject({ ok: false, error: { code: 'INVALID_ADDRESS' } });
  });

  it('has an exact layout for bytes, an estimated one for objects', async () => {
    const field = { alignment: 8, size: 8, isReference: false, declaringType: 'Float64Array', typeName: '64-bit' };
    expect(value(await driver.backend.layout('floats', TOP))).toEqual({
      typeName: 'Float64Array',
      totalSize: 16,
      headerSize: 0,
      isValueType: false,
      baseType: 'TypedArray',
      isEstimated: false,
      fields: [
        { name: '[0]', offset: 0, ...field },
        { name: '[1]', offset: 8, ...field },
      ],
    });
    const user = value(await driver.backend.layout('ann', TOP));
    expect(user).toMatchObject({ typeName: 'User', baseType: 'Base', isEstimated: true, headerSize: 24 });
    expect(user.fields.map(({ name, offset, isReference }) => [name, offset, isReference])).toEqual([
      ['level', 24, false],
      ['name', 32, true],
      ['id', 40, false],
      ['next', 48, true],
    ]);
    expect(value(await driver.backend.layout('User', TOP))).toMatchObject({ typeName: 'User', isEstimated: true });
    expect(await driver.backend.layout('Named', TOP)).toMatchObject({ ok: false, error: { code: 'TYPE_NOT_FOUND' } });
    expect(await driver.backend.layout('count', TOP)).toMatchObject({ ok: false, error: { code: 'TYPE_NOT_FOUND' } });
  });
});

describe('objects on the heap', () => {
  it('have one id however they are reached, and a size', async () => {
    const ann = value(await driver.backend.identity(await refOf('ann')));
    expect(ann).toEqual({
      address: expect.stringMatching(/^@\d+$/),
      typeName: 'User',
      size: expect.any(Number),
      isNull: false,
    });
    const again = value(await driver.backend.evaluate(TOP, 'bob.next', 1_000));
    expect(again.ref === undefined ? undefined : value(await driver.backend.identity(again.ref))).toEqual(ann);
    expect(value(await driver.backend.identity(await refOf('bob'))).address).not.toBe(ann.address);
  });

  it.each([
    [
      'outbound',
      [
        ['field', '.name', 'User', 'string'],
        ['field', '.next', 'User', 'User'],
      ],
    ],
    ['inbound', [['field', '.next', 'User', 'User']]],
  ] as const)('are connected %s', async (direction, expected) => {
    const list = value(await driver.backend.references(await refOf('ann'), direction, 50));
    const found = list.references.map(({ kind, path, source, target }) => [
      kind,
      path,
      source.typeName,
      target.typeName,
    ]);
    expect(found).toEqual(expect.arrayContaining(expected.map((each) => [...each])));
    expect(list.total).toBe(list.references.length);
    expect(value(await driver.backend.references(await refOf('ann'), direction, 1)).references).toHaveLength(1);
  });

  it('of an earlier stop are rejected at this one', async () => {
    // A handle that this backend never issued.
    const ref = '1.0.1' as ValueRef;
    expect(await driver.backend.identity(ref)).toMatchObject({ ok: false, error: { code: 'INVALID_REFERENCE' } });
    expect(await driver.backend.children(ref, { start: 0, count: 1 })).toMatchObject({ ok: false });
  });
});
