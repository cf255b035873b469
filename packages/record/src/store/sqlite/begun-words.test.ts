import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { expand } from './begun-words.ts';
import { openSqlite } from './sqlite-engine.ts';

let engine: Engine;
beforeEach(async () => {
  engine = await openSqlite({ file: ':memory:' });
});
afterEach(() => engine.close());

const add = (...texts: readonly string[]) =>
  engine.transact((tx) => tx.run(texts.map((text, index) => engine.text.add(index + 1, text))), false);
const wholeOf = (text: string) => expand(engine.db, { text, isBegun: true });

describe('a word that is only begun', () => {
  it.each<[string, string, readonly string[] | undefined]>([
    ['once with each word that begins so', 'inv', ['invalid', 'inventory', 'invoice']],
    ['whatever its case', 'INV', ['invalid', 'inventory', 'invoice']],
    ['in whole, where there is nothing longer', 'invoice', ['invoice']],
    ['behind other words', 'the last inv', ['the last invalid', 'the last inventory', 'the last invoice']],
    ['behind a sign, as in a path', 'bills/inv', ['bills/invalid', 'bills/inventory', 'bills/invoice']],
    ['with an underscore', 'read_f', ['read_file']],
    ['not, where no word begins so', 'inx', undefined],
    ['not, where letters come before it that are not plain', 'éinv', undefined],
    ['not, where it is not plain itself', 'tür', undefined],
    ['not, where a word that begins so is not plain', 'stra', undefined],
  ])('is looked for %s', async (_how, text, whole) => {
    await add('Invoice INVOICE invoice', 'an invalid inventory', 'read_file', 'straße stratum türe', 'in vain');
    expect(await wholeOf(text)).toEqual(whole);
  });

  it('is looked for as it is where many words begin so', async () => {
    await add(...Array.from({ length: 1_000 }, (_, n) => `item${n}`));
    expect(await wholeOf('item')).toHaveLength(1_000);
    await engine.transact((tx) => tx.run([engine.text.add(1_001, 'item1000')]), false);
    expect(await wholeOf('item')).toBeUndefined();
    expect(await wholeOf('item1')).toHaveLength(112);
  });
});
