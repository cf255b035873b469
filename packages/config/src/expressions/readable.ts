import { type JsonObject, memoizeByObject, toNumber } from '@toolmark/base';
import type { JSONValue } from 'json-p3';

/** More than this nobody compares with anything; it would only keep everybody else waiting. */
export const MAX_VALUES = 20_000;
export const MAX_DEPTH = 100;

/**
 * Arguments in a form in which a library that knows plain JSON can look through them: each number that no double holds is the nearest
 * one. `undefined` where there is too much to look through.
 */
export const toReadable: (args: JsonObject) => JSONValue = memoizeByObject((args) => {
  const { fits, isPlain } = surveyOf(args);
  // Arguments came as JSON, and without texts in place of numbers that is what they are.
  return fits ? ((isPlain ? args : toPlain(args)) as JSONValue) : undefined;
});

/** Whether a double holds every number in arguments that are not too much to look through. */
export const isPlain = (args: JsonObject): boolean => surveyOf(args).isPlain;

interface Survey {
  readonly fits: boolean;
  readonly isPlain: boolean;
}

const surveyOf: (args: JsonObject) => Survey = memoizeByObject((args) => survey(args));

function survey(root: JsonObject): Survey {
  let values = 0;
  let isPlain = true;
  const fits = (value: unknown, depth: number): boolean => {
    values += 1;
    if (values > MAX_VALUES || depth > MAX_DEPTH) return false;
    if (typeof value !== 'object' || value === null) return true;
    if (toNumber(value) !== value) {
      isPlain = false;
      return true;
    }
    return Object.values(value).every((member) => fits(member, depth + 1));
  };
  return { fits: fits(root, 1), isPlain };
}

function toPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const number = toNumber(value);
  if (number !== value) return number;
  if (Array.isArray(value)) return value.map(toPlain);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member)]));
}
