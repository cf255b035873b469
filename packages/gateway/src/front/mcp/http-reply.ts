import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { ERRORS, type ErrorName, errorOf, type RpcError, type RpcId, type RpcReply } from '@toolmark/base';

const JSON_TYPE = 'application/json';

/** Errors with a status of their own in 2026-07-28 or in our catalogue; all others are sent with 200. */
const MODERN_STATUS: ReadonlyMap<number, number> = new Map(
  (['methodNotFound', 'headerMismatch', 'missingCapability', 'unsupportedVersion', 'shuttingDown'] as const).map(
    (name: ErrorName) => [ERRORS[name].code, ERRORS[name].http],
  ),
);

export const modernStatusOf = (error: RpcError): number => MODERN_STATUS.get(error.code) ?? 200;

/** Older revisions define no status for an error that answers a request. */
export const legacyStatusOf = (_error: RpcError): number => 200;

/** The text of an answer before its result. */
export const resultHead = (id: RpcId): string => `{"jsonrpc":"2.0","id":${idText(id)},"result":`;

export const errorText = (id: RpcId | null, error: RpcError): string =>
  `{"jsonrpc":"2.0","id":${idText(id)},"error":${JSON.stringify(error)}}`;

/** The whole answer as one text. */
export function replyText(id: RpcId, reply: RpcReply): string {
  if (reply.kind === 'error') return errorText(id, reply.error);
  return `${resultHead(id)}${reply.kind === 'json' ? reply.json.toString('utf8') : resultText(reply)}}`;
}

const resultText = ({ result, text }: RpcReply & { readonly kind: 'result' }): string => text ?? JSON.stringify(result);

export function sendReply(
  res: ServerResponse,
  id: RpcId,
  reply: RpcReply,
  statusOf: (error: RpcError) => number,
): void {
  if (reply.kind === 'json') sendBytes(res, resultHead(id), reply.json);
  else sendText(res, reply.kind === 'error' ? statusOf(reply.error) : 200, replyText(id, reply));
}

export function sendError(
  res: ServerResponse,
  status: number,
  error: RpcError,
  id: RpcId | null = null,
  headers?: OutgoingHttpHeaders,
): void {
  sendText(res, status, errorText(id, error), headers);
}

export function refuse(res: ServerResponse, name: ErrorName, message: string, headers?: OutgoingHttpHeaders): void {
  sendError(res, ERRORS[name].http, errorOf(name, message), null, headers);
}

/** Confirms a notification or a response, which get no answer. */
export function sendAccepted(res: ServerResponse): void {
  res.writeHead(202, { 'content-length': 0 }).end();
}

export function sendText(res: ServerResponse, status: number, text: string, headers?: OutgoingHttpHeaders): void {
  // The client may be gone. Writing then is no error, but pointless.
  if (res.destroyed) return;
  const length = Buffer.byteLength(text);
  res.writeHead(status, { 'content-type': JSON_TYPE, 'content-length': length, ...headers }).end(text);
}

/** Sends a result of bytes. Node sends three writes of one tick as one, so a long list is not copied. */
function sendBytes(res: ServerResponse, head: string, json: Buffer): void {
  if (res.destroyed) return;
  const length = Buffer.byteLength(head) + json.length + 1;
  res.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': length });
  res.write(head);
  res.write(json);
  res.end('}');
}

function idText(id: RpcId | null): string {
  return typeof id === 'string' ? JSON.stringify(id) : String(id);
}
