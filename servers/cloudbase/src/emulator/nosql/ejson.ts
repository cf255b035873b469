import { BSONRegExp, EJSON } from 'bson';
import { invalid } from '../refusal.ts';

/** A document, filter or update with ObjectId and Date objects. */
export type Document = Record<string, unknown>;

/** Parses extended JSON. Number types become plain numbers. */
export function parseDocument(text: unknown, what: string): Document {
  let value: unknown;
  try {
    value = EJSON.parse(String(text), { relaxed: true });
  } catch {
    throw invalid(`${what} is not valid JSON.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(`${what} must be an object.`);
  return value as Document;
}

export const writeDocument = (document: Document): string => EJSON.stringify(document, { relaxed: true });

/** A deep copy that keeps BSON types. */
export const copyDocument = (document: Document): Document =>
  EJSON.parse(EJSON.stringify(document, { relaxed: false }), { relaxed: true }) as Document;

/** Like {@link parseDocument}, but converts regular expressions for mingo. */
export function parseFilter(text: unknown, what: string): Document {
  return withNativeRegExps(parseDocument(text === undefined || text === '' ? '{}' : text, what)) as Document;
}

function withNativeRegExps(value: unknown): unknown {
  if (value instanceof BSONRegExp) {
    try {
      return new RegExp(value.pattern, value.options.replaceAll(/[^imsu]/g, ''));
    } catch {
      throw invalid('A regular expression of the filter is not valid.');
    }
  }
  if (Array.isArray(value)) return value.map(withNativeRegExps);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withNativeRegExps(each)]));
}
