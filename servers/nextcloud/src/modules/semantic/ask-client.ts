import {
  CLIENT_CAPABILITIES_META_KEY,
  type CreateMessageRequest,
  type CreateMessageResult,
  inputRequired,
  inputResponse,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/server';
import type { InputRequiredResult, SdkContextOf } from '@toolmark/kit';
import type { Work } from '../../tools/define-tool.ts';

/** The reason for a missing answer. */
export type NoAnswer = 'unsupported' | 'user_declined' | 'timeout' | 'mcp_error';

/** The answer of the client's model, a question that must be sent first, or the reason for a missing answer. */
export type ClientAnswer =
  | { readonly kind: 'answer'; readonly text: string; readonly model: string; readonly stopReason: string | undefined }
  | { readonly kind: 'ask'; readonly question: InputRequiredResult }
  | { readonly kind: 'none'; readonly reason: NoAnswer };

const KEY = 'answer';
/** Long, because the user may have to confirm the request. */
const TIMEOUT_MS = 5 * 60_000;
/** The error code of clients when the user declines a sampling request. */
const USER_REJECTED = -1;

/**
 * Asks the model of the client by sampling. Clients of revision 2026-07-28 get the question as the result of the call, and repeat the
 * call with the answer; older ones get a request during the call.
 */
export async function askClient(
  { context, canSample }: Pick<Work, 'context' | 'canSample'>,
  params: CreateMessageRequest['params'],
  timeoutMs: number = TIMEOUT_MS,
): Promise<ClientAnswer> {
  // The server is an McpServer of SDK 2.x, so the context has that SDK's type.
  const { mcpReq } = context.sdk as SdkContextOf<McpServer>;
  if (mcpReq.envelope !== undefined) {
    const given = inputResponse(mcpReq.inputResponses, KEY);
    if (given.kind === 'sampling') return toAnswer(given.result);
    if (mcpReq.inputResponses !== undefined) return noAnswer('user_declined');
    if (!hasSampling(mcpReq.envelope)) return noAnswer('unsupported');
    return {
      kind: 'ask',
      question: inputRequired({ inputRequests: { [KEY]: inputRequired.createMessage(params) } }),
    };
  }
  if (!canSample()) return noAnswer('unsupported');
  try {
    return toAnswer(await mcpReq.requestSampling(params, { timeout: timeoutMs, signal: context.signal }));
  } catch (error) {
    if (context.signal.aborted) throw error;
    return noAnswer(toReason(error));
  }
}

/** The SDK's type of the envelope declares no fields. */
function hasSampling(envelope: object): boolean {
  const capabilities = (envelope as Readonly<Record<string, unknown>>)[CLIENT_CAPABILITIES_META_KEY];
  return typeof capabilities === 'object' && capabilities !== null && 'sampling' in capabilities;
}

function toAnswer({
  content,
  model,
  stopReason,
}: Pick<CreateMessageResult, 'model' | 'stopReason'> & { content: unknown }): ClientAnswer {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  const text = blocks.map(blockText).join('').trim();
  return text === '' ? noAnswer('mcp_error') : { kind: 'answer', text, model: String(model), stopReason };
}

const blockText = (block: unknown): string =>
  typeof block === 'object' && block !== null && 'text' in block && typeof block.text === 'string' ? block.text : '';

function toReason(error: unknown): NoAnswer {
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.RequestTimeout) return 'timeout';
    if (error.code === SdkErrorCode.CapabilityNotSupported) return 'unsupported';
  }
  if (error instanceof ProtocolError) {
    if (error.code === ProtocolErrorCode.MethodNotFound) return 'unsupported';
    if (error.code === USER_REJECTED || /reject|declin|denied/i.test(error.message)) return 'user_declined';
  }
  return 'mcp_error';
}

const noAnswer = (reason: NoAnswer): ClientAnswer => ({ kind: 'none', reason });
