import type { ParamHeader } from '../model/catalog.ts';
import { printValue } from './rules.ts';

/** The arguments to mirror into headers, or the reason why clients of 2026-07-28 must skip the tool. */
export type ParamHeaders =
  | { readonly kind: 'valid'; readonly headers: readonly ParamHeader[] }
  | { readonly kind: 'invalid'; readonly reason: string };

export const PARAM_HEADER_KEY = 'x-mcp-header';

export const NO_PARAM_HEADERS: ParamHeaders = Object.freeze({ kind: 'valid', headers: [] });

/**
 * Reads `x-mcp-header` (SEP-2243). It is only valid on properties that are reached through `properties` alone;
 * elsewhere it makes the definition invalid.
 *
 * @example
 * readParamHeaders({ type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } })
 * // { kind: 'valid', headers: [{ header: 'mcp-param-region', path: ['region'] }] }
 */
export function readParamHeaders(inputSchema: unknown): ParamHeaders {
  const paths: HeaderPaths = new Map();
  const reason = collectHeaders(inputSchema, [], true, paths);
  if (reason !== undefined) return { kind: 'invalid', reason };
  return { kind: 'valid', headers: Array.from(paths, ([header, path]) => ({ header, path })) };
}

/** An object or array: invalid positions are searched too. */
type Node = { readonly [key: string]: unknown };
type HeaderPaths = Map<string, readonly string[]>;

const PREFIX = 'mcp-param-';
/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];

/** Keywords of subschemas that may not apply to an argument, as in SDK 2.x: arrays, named, or single. */
const CONDITIONAL_KEYWORDS = [
  ...['items', 'prefixItems', 'contains', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'],
  ...['propertyNames', 'oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else'],
];
const NAMED_CONDITIONAL_KEYWORDS = ['patternProperties', 'dependentSchemas', '$defs', 'definitions'];

function collectHeaders(
  schema: unknown,
  path: readonly string[],
  reachable: boolean,
  paths: HeaderPaths,
): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const node = schema as Node;
  if (Object.hasOwn(node, PARAM_HEADER_KEY)) {
    const reason =
      reachable && path.length > 0 ? addHeader(node, path, paths) : 'is not on a property of the arguments';
    if (reason !== undefined) return `${PARAM_HEADER_KEY} ${printValue(node[PARAM_HEADER_KEY])} ${reason}`;
  }
  for (const [key, child] of objectEntries(node['properties'])) {
    const reason = collectHeaders(child, [...path, key], reachable, paths);
    if (reason !== undefined) return reason;
  }
  for (const subschema of conditionalSubschemas(node)) {
    const reason = collectHeaders(subschema, path, false, paths);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function addHeader(schema: Node, path: readonly string[], paths: HeaderPaths): string | undefined {
  const name = schema[PARAM_HEADER_KEY];
  if (typeof name !== 'string' || !TOKEN.test(name)) return 'is not a header name';
  if (!TYPES.includes(schema['type'])) return `is on a parameter of type ${printValue(schema['type'])}`;
  const header = `${PREFIX}${name.toLowerCase()}`;
  if (paths.has(header)) return 'is a duplicate';
  paths.set(header, path);
  return undefined;
}

function conditionalSubschemas(schema: Node): readonly unknown[] {
  return [
    ...CONDITIONAL_KEYWORDS.flatMap((keyword) => schema[keyword] ?? []),
    ...NAMED_CONDITIONAL_KEYWORDS.flatMap((keyword) => objectEntries(schema[keyword]).map(([, child]) => child)),
  ];
}

function objectEntries(value: unknown): readonly [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
