import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonContentType } from '@modelcontextprotocol/server';
import { ERRORS, errorOf } from '../../errors.ts';
import { parseJson } from '../../json.ts';
import { refuse, sendError } from './http-reply.ts';
import { isNestedDeeper } from './nesting.ts';

export interface BodyLimits {
  readonly bodyBytes: number;
  readonly depth: number;
}

/** Reads the JSON of a POST, within the limits, and hands it on. Whatever is wrong with it has been answered then. */
export function readJson(
  req: IncomingMessage,
  res: ServerResponse,
  limits: BodyLimits,
  onJson: (body: unknown) => void,
): void {
  if (!isJson(req.headers['content-type'])) {
    refuse(res, 'unsupportedMediaType', 'Unsupported Media Type: Content-Type must be application/json');
    return;
  }
  if (Number(req.headers['content-length']) > limits.bodyBytes) {
    refuseLength(res, limits.bodyBytes);
    return;
  }
  const chunks: Buffer[] = [];
  let received = 0;
  const onData = (chunk: Buffer): void => {
    received += chunk.length;
    if (received <= limits.bodyBytes) {
      chunks.push(chunk);
      return;
    }
    req.off('data', onData);
    req.off('end', onEnd);
    chunks.length = 0;
    refuseLength(res, limits.bodyBytes);
  };
  const onEnd = (): void => {
    const [first] = chunks;
    parse(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks), res, limits.depth, onJson);
  };
  req.on('data', onData);
  req.on('end', onEnd);
}

const isJson = (type: string | undefined): boolean => type === 'application/json' || isJsonContentType(type ?? null);

function parse(bytes: Buffer, res: ServerResponse, depth: number, onJson: (body: unknown) => void): void {
  if (isNestedDeeper(bytes, depth)) {
    const error = errorOf('invalidRequest', `Bad Request: the body is nested deeper than ${depth} levels`);
    sendError(res, ERRORS.invalidRequest.http, error);
    return;
  }
  let body: unknown;
  try {
    body = parseJson(withoutBom(bytes).toString('utf8'));
  } catch {
    sendError(res, ERRORS.parse.http, errorOf('parse', 'Parse error: the request body is not valid JSON'));
    return;
  }
  onJson(body);
}

/** The rest of the body is not waited for, so the connection cannot be used again. */
function refuseLength(res: ServerResponse, limit: number): void {
  const message = `Payload Too Large: Request body must not exceed ${limit} bytes`;
  refuse(res, 'bodyTooLarge', message, { connection: 'close' });
}

/** Some clients write a byte order mark, which is no JSON. */
function withoutBom(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
