import { type Fields, isFields } from './ejson.ts';

/**
 * What an update does to values that are there already.
 * - `nothing`: it only adds, whatever the documents hold.
 * - `fields`: it overwrites or removes these fields in documents that have one of them.
 * - `everything`: which values it overwrites cannot be told beforehand.
 */
export type UpdateLoss =
  | { readonly kind: 'nothing' | 'everything' }
  | { readonly kind: 'fields'; readonly paths: readonly string[] };

/** Operators whose values are replaced or removed where the field exists, and which add it at most where it does not. */
const OVERWRITING = new Set([
  '$set',
  '$unset',
  '$inc',
  '$mul',
  '$min',
  '$max',
  '$bit',
  '$currentDate',
  '$pop',
  '$pull',
  '$pullAll',
  '$rename',
]);

/** Modifiers of `$push` that remove or reorder elements. */
const CUTTING = ['$slice', '$sort'];

/**
 * Tells whether an update can lose something. Anything unknown counts as a loss.
 *
 * @example
 * lossOfUpdate({ $set: { done: true } }) // { kind: 'fields', paths: ['done'] }
 */
export function lossOfUpdate(update: Fields | readonly unknown[]): UpdateLoss {
  if (!isFields(update)) return { kind: 'everything' };
  const paths = new Set<string>();
  for (const [operator, fields] of Object.entries(update)) {
    if (operator === '$setOnInsert' || operator === '$addToSet') continue;
    if (!isFields(fields)) return { kind: 'everything' };
    for (const [path, value] of Object.entries(fields)) {
      if (operator === '$push') {
        if (isFields(value) && CUTTING.some((modifier) => modifier in value)) paths.add(path);
      } else if (OVERWRITING.has(operator)) {
        paths.add(path);
        if (operator === '$rename') paths.add(String(value));
      } else {
        return { kind: 'everything' };
      }
    }
  }
  // `items.$.done` names an element that only the filter knows.
  if ([...paths].some((path) => path.includes('$'))) return { kind: 'everything' };
  return paths.size === 0 ? { kind: 'nothing' } : { kind: 'fields', paths: [...paths] };
}

/** The query narrowed to the documents in which a value would be lost. */
export function narrowToLost(query: string, loss: UpdateLoss): string {
  if (loss.kind !== 'fields') return query;
  return and(query, { $or: loss.paths.map((path) => ({ [path]: { $exists: true } })) });
}

/** The query narrowed to the documents in which no value would be lost, so that a race cannot lose one either. */
export function narrowToSafe(query: string, loss: UpdateLoss): string {
  if (loss.kind !== 'fields') return query;
  return and(query, { $nor: loss.paths.map((path) => ({ [path]: { $exists: true } })) });
}

/** The caller's text stays as it is, so that extended JSON in it is not written anew. */
const and = (query: string, condition: object): string => `{"$and":[${query},${JSON.stringify(condition)}]}`;
