import { isJsonObject, toMessage } from '@toolmark/annotations';
import { type JsonObject, memoizeByObject } from '@toolmark/base';
import { JSONPathEnvironment } from 'json-p3';
import { filterProblem, hasFilter } from './path-filters.ts';
import { isPlainJson, toPlainJson } from './plain-json.ts';

/** The values at a path. */
export interface JsonPath {
  /**
   * In document order; `undefined` if the answer is uncertain, because the document is too large or a number does not
   * fit into a double.
   */
  readonly nodesOf: (args: JsonObject) => readonly unknown[] | undefined;
}

/**
 * Compiles a JSONPath (RFC 9535).
 *
 * @example
 * createJsonPath('$.to[*].address').nodesOf({ to: [{ address: 'a' }, {}] }) // ['a']
 * @throws if the path is invalid; check it with `pathProblem` first
 */
export function createJsonPath(path: string): JsonPath {
  if (MEMBERS.test(path)) return memberPath(path.split('.').slice(1));
  const query = environment.compile(path);
  const compares = hasFilter(query);
  const evaluate = (args: JsonObject): readonly unknown[] | undefined => {
    const plain = toPlainJson(args);
    if (plain === undefined) return undefined;
    // A filter would compare the nearest double, and could match wrongly.
    if (compares && !isPlainJson(args)) return undefined;
    try {
      // The lazy query avoids spreading lists into arguments, whose number is limited.
      return Array.from(query.lazyQuery(plain), ({ location }) => valueAt(args, location));
    } catch {
      // Treat any failure of a filter as uncertain, so that the caller decides on the safe side.
      return undefined;
    }
  };
  return { nodesOf: memoizeByObject(evaluate) };
}

/** Shares compiled paths among many matchers, so that each path is evaluated once per call. */
export function createPathReader(): (path: string) => JsonPath {
  const known = new Map<string, JsonPath>();
  return (path) => {
    const jsonPath = known.get(path) ?? createJsonPath(path);
    known.set(path, jsonPath);
    return jsonPath;
  };
}

/** Returns why a path cannot be used, as the end of a sentence for its author. */
export function pathProblem(path: string): string | undefined {
  if (MEMBERS.test(path)) return undefined;
  try {
    return filterProblem(environment.compile(path));
  } catch (error) {
    return `is not a JSONPath such as $.action or $.to[*].address (RFC 9535): ${toMessage(error)}`;
  }
}

/** The form of nearly all paths; evaluated without the library, about a hundred times faster. */
const MEMBERS = /^\$(?:\.[A-Za-z_]\w*)*$/;

/** The depth is limited before the query runs. */
const environment = new JSONPathEnvironment({ maxRecursionDepth: Number.MAX_SAFE_INTEGER });

const NOTHING: readonly unknown[] = Object.freeze([]);

function memberPath(names: readonly string[]): JsonPath {
  return {
    nodesOf: (args) => {
      let value: unknown = args;
      for (const name of names) {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return NOTHING;
        // A number kept as its source text is an object with only this member.
        if (name === 'rawJSON' && !isJsonObject(value)) return NOTHING;
        if (!Object.hasOwn(value, name)) return NOTHING;
        value = (value as JsonObject)[name];
      }
      return [value];
    },
  };
}

/** Returns the original value: the library saw a rounded copy of numbers that do not fit into a double. */
function valueAt(root: unknown, location: readonly (string | number)[]): unknown {
  // The library returned this location, so it exists.
  return location.reduce((value, key) => (value as Readonly<Record<string | number, unknown>>)[key], root);
}
