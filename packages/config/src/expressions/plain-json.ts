import { type JsonObject, memoizeByObject, toNumber } from '@toolmark/base';
import type { JSONValue } from 'json-p3';

/** Larger documents would block other calls. */
export const MAX_VALUES = 20_000;
export const MAX_DEPTH = 100;

/**
 * A copy of the arguments for a library that only knows plain JSON: each number that does not fit into a double becomes
 * the nearest one. `undefined` if the document is too large.
 */
export const toPlainJson: (args: JsonObject) => JSONValue = memoizeByObject((args) => {
  const { fits, isPlain } = cachedSurvey(args);
  // Arguments were parsed from JSON, so without numbers kept as text they are plain already.
  return fits ? ((isPlain ? args : toPlain(args)) as JSONValue) : undefined;
});

/** Whether every number fits into a double. */
export const isPlainJson = (args: JsonObject): boolean => cachedSurvey(args).isPlain;

interface ValueSurvey {
  readonly fits: boolean;
  readonly isPlain: boolean;
}

const cachedSurvey: (args: JsonObject) => ValueSurvey = memoizeByObject((args) => survey(args));

function survey(root: JsonObject): ValueSurvey {
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
