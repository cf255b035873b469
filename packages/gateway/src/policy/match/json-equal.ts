import { isJsonObject } from '@toolmark/annotations';
import { toNumber } from '@toolmark/base';
import type { Polarity } from './condition.ts';
import { compose } from './text.ts';

/**
 * Whether two values are the same JSON: deeply, in any order of keys, numbers by value.
 *
 * Two comparisons are uncertain: a number that no double can hold arrives as its text (`json.ts`) while the config has the nearest
 * double, and a text may use other characters that look the same. Uncertain values are equal for `strict`, and different for `lenient`.
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

/** A test for equality with one value, faster than `isSameJson` for primitives. */
export function equalTo(wanted: unknown, polarity: Polarity): (given: unknown) => boolean {
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
  // At least one is not a plain number, or they would have been identical above; for `lenient` the digits must be the same.
  return polarity === 'strict' || JSON.stringify(given) === JSON.stringify(wanted);
}
