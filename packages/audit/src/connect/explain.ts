import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { isJsonObject, toMessage } from '@toolmark/annotations';
import { toPrintable } from '@toolmark/reach';
import type { Fault } from './failure.ts';

/** A JSON-RPC error in a server's answer. */
interface RpcError {
  readonly code: number;
  readonly message: string;
}

/** The JSON-RPC error inside an SDK error, if the server sent one. */
export function rpcErrorOf(error: unknown): RpcError | undefined {
  if (error instanceof ProtocolError) return { code: error.code, message: error.message };
  // The 2026-07-28 protocol sends some errors with a 4xx status, and the SDK decodes only those with 400.
  const text = error instanceof SdkHttpError ? error.data['text'] : undefined;
  if (typeof text !== 'string') return undefined;
  try {
    const body: unknown = JSON.parse(text);
    const inner = isJsonObject(body) ? body['error'] : undefined;
    if (!isJsonObject(inner) || typeof inner['code'] !== 'number') return undefined;
    return { code: inner['code'], message: String(inner['message'] ?? '') };
  } catch {
    return undefined;
  }
}

/** Whether an error is a timeout of the SDK or of `AbortSignal.timeout()`. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof SdkError) return error.code === SdkErrorCode.RequestTimeout;
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Whether an SDK error means that protocol negotiation failed. */
export function isNegotiationError(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed;
}

/** The server does not support the requested protocol. */
export function versionFault(protocol: 'auto' | 'modern' | 'legacy'): Fault {
  const asked = protocol === 'legacy' ? 'a protocol older than 2026-07-28' : 'the 2026-07-28 protocol';
  const advice = protocol === 'auto' ? 'update the server' : "set the protocol to 'auto'";
  return { code: 'unsupported-version', message: `The server does not speak ${asked}; ${advice}.` };
}

/** The fault that best describes an SDK error if the connection itself reports none. */
export function faultOf(error: unknown, phase: 'connecting' | 'listing'): Fault {
  const request = phase === 'connecting' ? 'the handshake' : 'tools/list';
  const rpcError = rpcErrorOf(error);
  if (rpcError !== undefined) {
    const said = withoutStop(toPrintable(rpcError.message)) || 'no message';
    // The cause of an internal error is in the server's log at best.
    const advice =
      rpcError.code === -32603 ? 'its stderr should contain the reason' : 'give it what it asks for, or fix it there';
    const message = `The server answered ${request} with error ${rpcError.code} (${said}); ${advice}.`;
    return { code: 'server-error', message };
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) {
    return { code: 'unreachable', message: `The connection was lost during ${request}; look into the server's log.` };
  }
  const message = `The server's answer to ${request} is not valid MCP (${errorReason(error)}); check that it is an MCP server.`;
  return { code: 'not-mcp', message };
}

/** Whether a message could not be parsed as JSON-RPC. */
export function isParseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'SyntaxError' || error.name === 'ZodError' || error.name === '$ZodError';
}

// Schema errors have pages of JSON about the SDK's types as message, so summarize them.
function errorReason(error: unknown): string {
  if (isParseError(error) || (error instanceof Error && isParseError(error.cause)))
    return 'it sent a message that is not JSON-RPC';
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) return 'its result is incomplete';
  return withoutStop(toPrintable(toMessage(error), 120));
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
