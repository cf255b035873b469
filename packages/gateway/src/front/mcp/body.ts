import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonContentType } from '@modelcontextprotocol/server';
import { createByteCollector, ERRORS, errorOf } from '@toolmark/base';
import type { Limits } from '@toolmark/config';
import { type ParsedBody, parseBody } from '../parse-body.ts';
import { refuse, sendError } from './http-reply.ts';

type BodyLimits = Pick<Limits, 'bodyBytes' | 'depth' | 'values'>;

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
  const bytes = createByteCollector();
  const onData = (chunk: Buffer): void => {
    if (bytes.length() + chunk.length <= limits.bodyBytes) {
      bytes.push(chunk);
      return;
    }
    req.off('data', onData);
    req.off('end', onEnd);
    bytes.take();
    refuseLength(res, limits.bodyBytes);
  };
  const onEnd = (): void => {
    const parsed = parseBody(bytes.take(), limits);
    if (parsed instanceof Promise) void parsed.then((body) => handOn(body, res, limits, onJson));
    else handOn(parsed, res, limits, onJson);
  };
  req.on('data', onData);
  req.on('end', onEnd);
}

const isJson = (type: string | undefined): boolean => type === 'application/json' || isJsonContentType(type ?? null);

function handOn(body: ParsedBody, res: ServerResponse, limits: BodyLimits, onJson: (body: unknown) => void): void {
  switch (body.kind) {
    case 'value':
      onJson(body.value);
      return;
    case 'broken':
      sendError(res, ERRORS.parse.http, errorOf('parse', 'Parse error: the request body is not valid JSON'));
      return;
    case 'beyond':
      if (body.limit === 'values') {
        refuse(
          res,
          'bodyTooLarge',
          `Payload Too Large: the body has more than ${limits.values} values (limits.values)`,
        );
        return;
      }
      refuse(
        res,
        'invalidRequest',
        `Bad Request: the body is nested deeper than ${limits.depth} levels (limits.depth)`,
      );
  }
}

/** The rest of the body is not waited for, so the connection cannot be used again. */
function refuseLength(res: ServerResponse, limit: number): void {
  const message = `Payload Too Large: Request body must not exceed ${limit} bytes (limits.bodyBytes)`;
  refuse(res, 'bodyTooLarge', message, { connection: 'close' });
}
