import { type Fields, isFields } from './ejson.ts';

/**
 * The effect of an update on existing values.
 * - `nothing`: it only adds values.
 * - `fields`: it overwrites or removes these fields in documents that have one of them.
 * - `everything`: the overwritten values cannot be determined beforehand.
 */
export type UpdateLoss =
  | { readonly kind: 'nothing' | 'everything' }
  | { readonly kind: 'fields'; readonly paths: readonly string[] };

/** Operators that replace or remove an existing field, and at most add a missing one. */
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
 * Determines the possible loss of an update. Unknown operators count as a loss.
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
  // `items.$.done` refers to an element that only the filter determines.
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

/** Embeds the caller's text unchanged, so that its extended JSON is not re-serialized. */
const and = (query: string, condition: object): string => `{"$and":[${query},${JSON.stringify(condition)}]}`;
