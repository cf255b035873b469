import { isJsonObject, toMessage } from '@toolmark/annotations';
import { type JsonObject, memoizeByObject } from '@toolmark/base';
import { JSONPathEnvironment } from 'json-p3';
import { filterProblem, hasFilter } from './path-filters.ts';
import { isPlain, toReadable } from './readable.ts';

/** The values at a path. */
export interface JsonPath {
  /** In the order of the document; `undefined` where nobody can be certain: there is too much to look through, or to compare. */
  readonly nodesOf: (args: JsonObject) => readonly unknown[] | undefined;
}

/**
 * A JSONPath (RFC 9535), read once.
 *
 * @example
 * createJsonPath('$.to[*].address').nodesOf({ to: [{ address: 'a' }, {}] }) // ['a']
 * @throws where it is none; `pathProblem` says so beforehand
 */
export function createJsonPath(path: string): JsonPath {
  if (MEMBERS.test(path)) return memberPath(path.split('.').slice(1));
  const query = environment.compile(path);
  const compares = hasFilter(query);
  const look = (args: JsonObject): readonly unknown[] | undefined => {
    const plain = toReadable(args);
    if (plain === undefined) return undefined;
    // A filter would compare the nearest number that a double holds, and find what is not meant, or not what is.
    if (compares && !isPlain(args)) return undefined;
    try {
      // Lazily: otherwise it spreads lists into arguments, of which there can be only so many.
      return Array.from(query.lazyQuery(plain), ({ location }) => valueAt(args, location));
    } catch {
      // Whatever a filter stumbles over: who asks has to be able to go on, and to the safe side.
      return undefined;
    }
  };
  return { nodesOf: memoizeByObject(look) };
}

/** For many matchers that ask for the same few paths: each is looked for once in a call, and not once by each of them. */
export function createPathReader(): (path: string) => JsonPath {
  const known = new Map<string, JsonPath>();
  return (path) => {
    const jsonPath = known.get(path) ?? createJsonPath(path);
    known.set(path, jsonPath);
    return jsonPath;
  };
}

/** Why something is no JSONPath that can be asked for, for who wrote it. */
export function pathProblem(path: string): string | undefined {
  if (MEMBERS.test(path)) return undefined;
  try {
    return filterProblem(environment.compile(path));
  } catch (error) {
    return `is no JSONPath such as $.action or $.to[*].address (RFC 9535): ${toMessage(error)}`;
  }
}

/** What nearly every path is; found without the library, and in a hundredth of the time. */
const MEMBERS = /^\$(?:\.[A-Za-z_]\w*)*$/;

/** How deep documents may be is decided before they are looked at. */
const environment = new JSONPathEnvironment({ maxRecursionDepth: Number.MAX_SAFE_INTEGER });

const NOTHING: readonly unknown[] = Object.freeze([]);

function memberPath(names: readonly string[]): JsonPath {
  return {
    nodesOf: (args) => {
      let value: unknown = args;
      for (const name of names) {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return NOTHING;
        // A number that is kept as its text is an object only to JavaScript, and this is the only name in it.
        if (name === 'rawJSON' && !isJsonObject(value)) return NOTHING;
        if (!Object.hasOwn(value, name)) return NOTHING;
        value = (value as JsonObject)[name];
      }
      return [value];
    },
  };
}

/** The library has seen numbers that a double does not hold as the nearest one; what they are compared with is what came. */
function valueAt(root: unknown, location: readonly (string | number)[]): unknown {
  // The library has found it there.
  return location.reduce((value, key) => (value as Readonly<Record<string | number, unknown>>)[key], root);
}
