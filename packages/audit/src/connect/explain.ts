import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { isJsonObject, toMessage } from '@toolmark/annotations';
import { toPrintable } from '@toolmark/reach';
import type { Fault } from './failure.ts';

/** A JSON-RPC error that a server answered with. */
interface RpcError {
  readonly code: number;
  readonly message: string;
}

/** The JSON-RPC error behind an error of the SDK, if the server sent one. */
export function rpcErrorOf(error: unknown): RpcError | undefined {
  if (error instanceof ProtocolError) return { code: error.code, message: error.message };
  // The 2026-07-28 protocol sends some errors as 4xx, and the SDK hands only those with 400 on as what they are.
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

/** Whether an error is about time: the SDK's, or that of `AbortSignal.timeout()`. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof SdkError) return error.code === SdkErrorCode.RequestTimeout;
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Whether an error of the SDK means that no protocol could be agreed on. */
export function isNegotiationError(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed;
}

/** The server does not speak the protocol that was asked for. */
export function versionFault(protocol: 'auto' | 'modern' | 'legacy'): Fault {
  const asked = protocol === 'legacy' ? 'a protocol older than 2026-07-28' : 'the 2026-07-28 protocol';
  const advice = protocol === 'auto' ? 'update the server' : "set the protocol to 'auto'";
  return { code: 'unsupported-version', message: `The server does not speak ${asked}; ${advice}.` };
}

/** The best that can be said of an error of the SDK when the connection itself knows of nothing wrong. */
export function faultOf(error: unknown, phase: 'connecting' | 'listing'): Fault {
  const request = phase === 'connecting' ? 'the handshake' : 'tools/list';
  const rpcError = rpcErrorOf(error);
  if (rpcError !== undefined) {
    const said = withoutStop(toPrintable(rpcError.message)) || 'no message';
    // An internal error is the server's own; what it was, only its log may know.
    const advice =
      rpcError.code === -32603 ? 'it should log why on stderr' : 'give it what it asks for, or fix it there';
    const message = `The server answered ${request} with error ${rpcError.code} (${said}); ${advice}.`;
    return { code: 'server-error', message };
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) {
    return { code: 'unreachable', message: `The connection was lost during ${request}; look into the server's log.` };
  }
  const message = `The server did not answer ${request} as MCP wants it (${reasonOf(error)}); check that it is an MCP server.`;
  return { code: 'not-mcp', message };
}

/** Whether something that arrived could not be read as JSON-RPC. */
export function isParseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'SyntaxError' || error.name === 'ZodError' || error.name === '$ZodError';
}

// The messages of schema errors are pages of JSON about the SDK's types, which help nobody here.
function reasonOf(error: unknown): string {
  if (isParseError(error) || (error instanceof Error && isParseError(error.cause)))
    return 'it sent no JSON-RPC message';
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) return 'its result is incomplete';
  return withoutStop(toPrintable(toMessage(error), 120));
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
