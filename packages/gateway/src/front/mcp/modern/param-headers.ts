import type { IncomingHttpHeaders } from 'node:http';
import { decodeHeaderValue, type RpcError } from '@toolmark/base';
import { headerTextOf, valueAt } from '../../../catalog/param-values.ts';
import type { ParamHeader } from '../../../model/catalog.ts';
import { mismatch } from './standard-headers.ts';

const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * Whether the arguments that a tool wants in headers as well are there, and the same. An argument that is absent, `null`,
 * or nothing a header could say is not expected in one; what stands there all the same is ignored.
 */
export function checkParamHeaders(
  declared: readonly ParamHeader[],
  args: unknown,
  headers: IncomingHttpHeaders,
): RpcError | undefined {
  for (const { header, path } of declared) {
    const value = valueAt(args, path);
    const expected = headerTextOf(value);
    if (expected === undefined) continue;
    const found = headers[header];
    const place = path.join('.');
    if (typeof found !== 'string') {
      return mismatch(header, `the body carries ${place}=${JSON.stringify(value)} but the ${header} header is absent`);
    }
    const decoded = decodeHeaderValue(found);
    if (decoded === undefined) return mismatch(header, `the ${header} header carries an invalid Base64 value`);
    const same = typeof value === 'number' && DECIMAL.test(decoded) ? Number(decoded) === value : decoded === expected;
    if (same) continue;
    const saying = `the ${header} header decodes to ${JSON.stringify(decoded)}`;
    return mismatch(header, `${saying} but the body carries ${place}=${JSON.stringify(value)}`);
  }
  return undefined;
}

/** The `Mcp-Param-*` headers of a request, for the server behind the tool. */
export function paramHeadersOf(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  let found: Record<string, string> | undefined;
  for (const name in headers) {
    if (!name.startsWith('mcp-param-')) continue;
    const value = headers[name];
    if (typeof value !== 'string') continue;
    found ??= {};
    found[name] = value;
  }
  return found ?? NONE;
}

const NONE: Readonly<Record<string, string>> = Object.freeze({});
