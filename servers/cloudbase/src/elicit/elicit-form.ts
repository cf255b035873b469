import {
  CLIENT_CAPABILITIES_META_KEY,
  type ElicitRequestFormParams,
  inputRequired,
  inputResponse,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/server';
import type { InputRequiredResult, SdkContextOf, ToolContext } from '@toolmark/kit';

/** The user's answer, or the question that must be sent first. */
export type FormAnswer =
  | { readonly kind: 'accepted'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly kind: 'ask'; readonly question: InputRequiredResult }
  /** `unsupported`: this client cannot ask the user. */
  | { readonly kind: 'declined' | 'timed-out' | 'unsupported' };

export interface FormOptions {
  /** The name of the question within its call. */
  readonly key: string;
  readonly message: string;
  readonly requestedSchema: ElicitRequestFormParams['requestedSchema'];
  /** Returned with the answer by a client of revision 2026-07-28; see `isStateValid`. */
  readonly requestState?: () => Promise<string>;
  /** Whether the returned state belongs to this question; if not, the question is asked again. */
  readonly isStateValid?: (state: unknown) => boolean;
}

/** The timeout for the user's answer. */
const ANSWER_MS = 5 * 60_000;

/**
 * Asks the user through the client with a form. Clients of revision 2026-07-28 get the question as the result of the call, and repeat
 * the call with the answer; older ones get a request during the call.
 */
export async function elicitForm(context: ToolContext, options: FormOptions): Promise<FormAnswer> {
  const { key, message, requestedSchema, requestState, isStateValid = () => true } = options;
  // The server is an McpServer of SDK 2.x, so the context has that SDK's type.
  const { mcpReq } = context.sdk as SdkContextOf<McpServer>;
  if (mcpReq.envelope !== undefined) {
    if (!canFillForms(mcpReq.envelope)) return { kind: 'unsupported' };
    const given = inputResponse(mcpReq.inputResponses, key);
    if (given.kind === 'elicit' && isStateValid(mcpReq.requestState())) return toAnswer(given);
    const state = await requestState?.();
    const form = inputRequired.elicit({ message, requestedSchema });
    return {
      kind: 'ask',
      question: inputRequired({ inputRequests: { [key]: form }, ...(state !== undefined && { requestState: state }) }),
    };
  }
  try {
    const params = { message, requestedSchema };
    return toAnswer(await mcpReq.elicitInput(params, { timeout: ANSWER_MS, signal: context.signal }));
  } catch (error) {
    if (context.signal.aborted) throw error;
    if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return { kind: 'timed-out' };
    if (isUnsupported(error)) return { kind: 'unsupported' };
    // The client failed to ask, or its answer does not match the form: treat both as no consent.
    if (error instanceof ProtocolError) return { kind: 'declined' };
    throw error;
  }
}

function toAnswer({
  action,
  content,
}: {
  readonly action: string;
  readonly content?: Readonly<Record<string, unknown>> | null | undefined;
}): FormAnswer {
  return action === 'accept' ? { kind: 'accepted', content: content ?? {} } : { kind: 'declined' };
}

/** A client with a bare `elicitation: {}` supports forms. The SDK's type of the envelope declares no fields. */
function canFillForms(envelope: object): boolean {
  const capabilities = (envelope as Readonly<Record<string, unknown>>)[CLIENT_CAPABILITIES_META_KEY];
  if (typeof capabilities !== 'object' || capabilities === null || !('elicitation' in capabilities)) return false;
  const { elicitation } = capabilities;
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || Object.keys(elicitation).length === 0;
}

const isUnsupported = (error: unknown): boolean =>
  (error instanceof SdkError && error.code === SdkErrorCode.CapabilityNotSupported) ||
  (error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound);
