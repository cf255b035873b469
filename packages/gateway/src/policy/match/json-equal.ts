import { isJsonObject } from '@toolmark/annotations';
import { toNumber } from '@toolmark/base';
import type { Polarity } from './condition.ts';
import { compose } from './text.ts';

/**
 * Whether two values are the same JSON: deeply, whatever the order of keys, numbers by value.
 *
 * A number that no double holds arrives as its text (`json.ts`), while the config has the nearest double of it, and a text may be
 * composed of other characters that look the same. Whether they are the same is not certain then: it counts for what stops calls,
 * and not for what lets them pass.
 *
 * @example
 * isSameJson({ a: 1, b: [2] }, { b: [2.0], a: 1 }, 'lenient') // true
 */
export function isSameJson(given: unknown, wanted: unknown, polarity: Polarity): boolean {
  if (given === wanted) return true;
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(given) &&
      given.length === wanted.length &&
      wanted.every((item, index) => isSameJson(given[index], item, polarity))
    );
  }
  if (isJsonObject(wanted)) {
    if (!isJsonObject(given)) return false;
    const keys = Object.keys(wanted);
    return (
      keys.length === Object.keys(given).length &&
      keys.every((key) => Object.hasOwn(given, key) && isSameJson(given[key], wanted[key], polarity))
    );
  }
  if (typeof wanted === 'string' && typeof given === 'string')
    return polarity === 'strict' && compose(given) === compose(wanted);
  return isSameNumber(given, wanted, polarity);
}

/** The same for who compares many with one. Nearly always that is a text, and then there is little to think about. */
export function sameJson(wanted: unknown, polarity: Polarity): (given: unknown) => boolean {
  if (wanted === null || typeof wanted === 'boolean') return (given) => given === wanted;
  if (typeof wanted === 'string') {
    if (polarity === 'lenient') return (given) => given === wanted;
    const composed = compose(wanted);
    return (given) => given === wanted || (typeof given === 'string' && compose(given) === composed);
  }
  if (typeof wanted !== 'number') return (given) => isSameJson(given, wanted, polarity);
  return (given) => given === wanted || (typeof given === 'object' && isSameNumber(given, wanted, polarity));
}

function isSameNumber(given: unknown, wanted: unknown, polarity: Polarity): boolean {
  const nearest = toNumber(given);
  if (typeof nearest !== 'number' || nearest !== toNumber(wanted)) return false;
  // Neither is a plain number, or they would have been the same already; of two texts the digits have to be the same.
  return polarity === 'strict' || JSON.stringify(given) === JSON.stringify(wanted);
}
