import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { expandPrefix } from './prefix-words.ts';
import { openSqlite } from './sqlite-engine.ts';

let engine: Engine;
beforeEach(async () => {
  engine = await openSqlite({ file: ':memory:' });
});
afterEach(() => engine.close());

const add = (...texts: readonly string[]) =>
  engine.transact((tx) => tx.run(texts.map((text, index) => engine.text.add(index + 1, text))), false);
const wholeOf = (text: string) => expandPrefix(engine.db, { text, isPrefix: true });

describe('expandPrefix', () => {
  it.each<[string, string, readonly string[] | undefined]>([
    ['expands to each word with the prefix', 'inv', ['invalid', 'inventory', 'invoice']],
    ['whatever its case', 'INV', ['invalid', 'inventory', 'invoice']],
    ['returns the whole word if there is no longer one', 'invoice', ['invoice']],
    ['behind other words', 'the last inv', ['the last invalid', 'the last inventory', 'the last invoice']],
    ['works after punctuation, as in a path', 'bills/inv', ['bills/invalid', 'bills/inventory', 'bills/invoice']],
    ['with an underscore', 'read_f', ['read_file']],
    ['not, if no word has the prefix', 'inx', undefined],
    ['not, after letters that need folding', 'éinv', undefined],
    ['not, if the prefix needs folding', 'tür', undefined],
    ['not, if a word with the prefix needs folding', 'stra', undefined],
  ])('is looked for %s', async (_how, text, whole) => {
    await add('Invoice INVOICE invoice', 'an invalid inventory', 'read_file', 'straße stratum türe', 'in vain');
    expect(await wholeOf(text)).toEqual(whole);
  });

  it('is not expanded if many words match', async () => {
    await add(...Array.from({ length: 1_000 }, (_, n) => `item${n}`));
    expect(await wholeOf('item')).toHaveLength(1_000);
    await engine.transact((tx) => tx.run([engine.text.add(1_001, 'item1000')]), false);
    expect(await wholeOf('item')).toBeUndefined();
    expect(await wholeOf('item1')).toHaveLength(112);
  });
});
