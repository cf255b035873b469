import { encodeHeaderValue, type JsonObject } from '@toolmark/base';
import { headerTextOf, valueAt } from '../catalog/param-values.ts';
import type { ParamHeader } from '../model/catalog.ts';

/**
 * The `Mcp-Param-*` headers that a tool of 2026-07-28 wants with these arguments. Its server refuses a call without them, and
 * neither older clients nor those on stdio send any.
 *
 * @example
 * mirrorParams([{ header: 'mcp-param-region', path: ['region'] }], { region: 'eu' }) // { 'mcp-param-region': 'eu' }
 */
export function mirrorParams(
  declared: readonly ParamHeader[],
  args: JsonObject | undefined,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { header, path } of declared) {
    const text = headerTextOf(valueAt(args, path));
    if (text !== undefined) headers[header] = encodeHeaderValue(text);
  }
  return headers;
}
