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

/** What the person at the client said, or the question that has to go out first. */
export type FormAnswer =
  | { readonly kind: 'accepted'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly kind: 'ask'; readonly question: InputRequiredResult }
  /** `unsupported`: this client cannot ask anybody. */
  | { readonly kind: 'declined' | 'timed-out' | 'unsupported' };

export interface FormOptions {
  /** The name of the question within its call. */
  readonly key: string;
  readonly message: string;
  readonly requestedSchema: ElicitRequestFormParams['requestedSchema'];
  /** Comes back with the answer of a client of revision 2026-07-28; see `isStateValid`. */
  readonly requestState?: () => Promise<string>;
  /** Whether what came back with the answer belongs to this question; the question is asked again where it does not. */
  readonly isStateValid?: (state: unknown) => boolean;
}

/** How long a person may think. */
const ANSWER_MS = 5 * 60_000;

/**
 * Asks the person at the client with a form. Clients of revision 2026-07-28 get the question as the result of the call, and repeat the
 * call with the answer; older ones get a request in between.
 */
export async function elicitForm(context: ToolContext, options: FormOptions): Promise<FormAnswer> {
  const { key, message, requestedSchema, requestState, isStateValid = () => true } = options;
  // This server is an McpServer of SDK 2.x, so its context is one too.
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
    // The client failed to ask, or its answer does not fit the form: nobody said yes.
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

/** A client that says no more than `elicitation: {}` can fill forms. The SDK's type of the envelope names no fields. */
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
