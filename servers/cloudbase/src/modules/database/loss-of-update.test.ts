import { describe, expect, it } from 'vitest';
import { lossOfUpdate, narrowToLost, narrowToSafe } from './loss-of-update.ts';

const fields = (...paths: string[]) => ({ kind: 'fields', paths });
const NOTHING = { kind: 'nothing' };
const EVERYTHING = { kind: 'everything' };

describe('the possible loss of an update', () => {
  it.each([
    [{ $set: { done: true, 'a.b': 1 } }, fields('done', 'a.b')],
    [{ $unset: { title: '' } }, fields('title')],
    [{ $inc: { n: 1 }, $mul: { m: 2 } }, fields('n', 'm')],
    [{ $rename: { a: 'b' } }, fields('a', 'b')],
    [{ $push: { tags: 'x' } }, NOTHING],
    [{ $push: { tags: { $each: ['x'] } } }, NOTHING],
    [{ $push: { tags: { $each: ['x'], $slice: -5 } } }, fields('tags')],
    [{ $push: { tags: { $each: ['x'], $sort: 1 } } }, fields('tags')],
    [{ $addToSet: { tags: 'x' } }, NOTHING],
    [{ $setOnInsert: { a: 1 } }, NOTHING],
    [{ $set: { 'items.$.done': true } }, EVERYTHING],
    [{ $set: { 'items.$[].done': true } }, EVERYTHING],
    [{ title: 'a whole document' }, EVERYTHING],
    [{ $set: 'no fields' }, EVERYTHING],
    [{ $unknown: { a: 1 } }, EVERYTHING],
    [[{ $set: { a: 1 } }], EVERYTHING],
    [{}, NOTHING],
  ])('%j: %j', (update, expected) => {
    expect(lossOfUpdate(update)).toEqual(expected);
  });

  it('narrows a query to the documents with a loss, and to those without', () => {
    const loss = lossOfUpdate({ $set: { a: 1 } });
    const query = '{"_id":{"$oid":"65a1b2c3d4e5f60718293a4b"}}';
    expect(narrowToLost(query, loss)).toBe(`{"$and":[${query},{"$or":[{"a":{"$exists":true}}]}]}`);
    expect(narrowToSafe(query, loss)).toBe(`{"$and":[${query},{"$nor":[{"a":{"$exists":true}}]}]}`);
    expect(narrowToSafe(query, { kind: 'nothing' })).toBe(query);
  });
});
