import type { ParamHeader } from '../model/catalog.ts';
import { shown } from './rules.ts';

/** The arguments that a tool wants mirrored into headers, or why clients of 2026-07-28 must leave the tool out. */
export type ParamHeaders =
  | { readonly kind: 'valid'; readonly headers: readonly ParamHeader[] }
  | { readonly kind: 'invalid'; readonly reason: string };

export const PARAM_HEADER_KEY = 'x-mcp-header';

export const NO_PARAM_HEADERS: ParamHeaders = Object.freeze({ kind: 'valid', headers: [] });

/**
 * Reads `x-mcp-header` (SEP-2243). It may stand on a property that is reached through `properties` alone; anywhere else it makes
 * the definition invalid.
 *
 * @example
 * readParamHeaders({ type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } })
 * // { kind: 'valid', headers: [{ header: 'mcp-param-region', path: ['region'] }] }
 */
export function readParamHeaders(inputSchema: unknown): ParamHeaders {
  const paths: Paths = new Map();
  const reason = collect(inputSchema, [], true, paths);
  if (reason !== undefined) return { kind: 'invalid', reason };
  return { kind: 'valid', headers: Array.from(paths, ([header, path]) => ({ header, path })) };
}

/** An object or a list: what stands where it should not is searched as well. */
type Node = { readonly [key: string]: unknown };
type Paths = Map<string, readonly string[]>;

const PREFIX = 'mcp-param-';
/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];

/** Where schemas stand that an argument is not known to meet, as SDK 2.x has it: in a list, behind a name, or alone. */
const DETOURS = [
  ...['items', 'prefixItems', 'contains', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'],
  ...['propertyNames', 'oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else'],
];
const NAMED_DETOURS = ['patternProperties', 'dependentSchemas', '$defs', 'definitions'];

function collect(schema: unknown, path: readonly string[], reachable: boolean, paths: Paths): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const node = schema as Node;
  if (Object.hasOwn(node, PARAM_HEADER_KEY)) {
    const reason = reachable && path.length > 0 ? add(node, path, paths) : 'stands where no argument is certain to be';
    if (reason !== undefined) return `${PARAM_HEADER_KEY} ${shown(node[PARAM_HEADER_KEY])} ${reason}`;
  }
  for (const [key, child] of entriesOf(node['properties'])) {
    const reason = collect(child, [...path, key], reachable, paths);
    if (reason !== undefined) return reason;
  }
  for (const detour of detoursOf(node)) {
    const reason = collect(detour, path, false, paths);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function add(schema: Node, path: readonly string[], paths: Paths): string | undefined {
  const name = schema[PARAM_HEADER_KEY];
  if (typeof name !== 'string' || !TOKEN.test(name)) return 'is no name for a header';
  if (!TYPES.includes(schema['type'])) return `is on a parameter of type ${shown(schema['type'])}`;
  const header = `${PREFIX}${name.toLowerCase()}`;
  if (paths.has(header)) return 'is there twice';
  paths.set(header, path);
  return undefined;
}

function detoursOf(schema: Node): readonly unknown[] {
  return [
    ...DETOURS.flatMap((keyword) => schema[keyword] ?? []),
    ...NAMED_DETOURS.flatMap((keyword) => entriesOf(schema[keyword]).map(([, child]) => child)),
  ];
}

function entriesOf(value: unknown): readonly [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
