import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '@toolmark/annotations';
import type { Approval, CallDecision } from '@toolmark/api-contract';
import { type Clock, clip, type JsonObject, pause, type RpcReply } from '@toolmark/base';
import type { Approvals } from '../../calls/approvals/approvals.ts';
import { ROUTES } from '../../calls/approvals/terms.ts';
import { CALL_META } from '../../calls/steps/call-lifecycle.ts';
import type { McpClient } from './mcp-client.ts';

/** A call of the script, and how it ended. */
export interface CallEnd {
  readonly state: 'ok' | 'error' | 'refused';
  /** The text of its server or of the gateway. */
  readonly outcome: string;
  /** The structured content of the answer. */
  readonly content: JsonObject;
}

export interface ScriptedCall {
  readonly server: string;
  readonly tool: string;
  /** The name under which clients see the tool. */
  readonly exposed: string;
  readonly arguments: JsonObject;
}

export interface MakeCallDeps {
  readonly client: Pick<McpClient, 'callTool'>;
  readonly approvals: Pick<Approvals, 'pending' | 'get'>;
  /** How long the gateway lets a call wait for a person. */
  readonly waitMs: () => number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called when the call waits for a person. */
  readonly onAsking: (approval: Approval) => void;
}

/** The timeout of a call, without the time that it waits for a person. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 200;
/** How long to wait for an answer, even if the question stays open longer, so that the demo ends. */
const LONGEST_QUESTION_MS = 15 * 60_000;
/** The length to which a server's text is clipped. */
const MOST_TEXT = 400;

/**
 * Calls a tool like a well-behaved agent: if the call times out while a person is asked, it waits for the approval and repeats the call.
 * Rejects if the gateway does not answer.
 */
export async function makeCall(call: ScriptedCall, deps: MakeCallDeps): Promise<CallEnd> {
  const first = await callOnce(call, deps);
  const id = metaOf(first)['approval'];
  if (typeof id !== 'string' || !isRefused(first)) return toEnd(first, approvalOf(id, deps));
  const approval = await answerTo(id, deps);
  if (approval?.status !== 'approved') return toEnd(first, approval);
  return toEnd(await callOnce(call, deps), approval);
}

async function callOnce(call: ScriptedCall, deps: MakeCallDeps): Promise<RpcReply> {
  const { client, clock, signal, waitMs, onAsking } = deps;
  const answered = new AbortController();
  const patienceMs = PATIENCE_MS + waitMs();
  const reply = client.callTool(call.exposed, call.arguments, { signal, patienceMs }).finally(() => answered.abort());
  // Awaited below; this prevents an unhandled rejection until then.
  reply.catch(() => {});
  while (await pause(LOOK_MS, answered.signal, clock)) {
    const question = questionOf(call, deps);
    if (question === undefined) continue;
    onAsking(question);
    break;
  }
  return await reply;
}

/** Finds the question by its tool and arguments, not by the client's name, which any client can claim. */
function questionOf(call: ScriptedCall, { approvals }: MakeCallDeps): Approval | undefined {
  return approvals
    .pending()
    .find(
      ({ server, tool, arguments: asked }) =>
        server === call.server && tool === call.tool && isDeepStrictEqual(asked?.value, call.arguments),
    );
}

/** Waits for the answer to a question; `undefined` if the question is no longer known. */
async function answerTo(id: string, { approvals, clock, signal }: MakeCallDeps): Promise<Approval | undefined> {
  const end = clock.now() + LONGEST_QUESTION_MS;
  for (;;) {
    const approval = approvals.get(id);
    if (approval?.status !== 'pending' || clock.now() >= end) return approval;
    if (!(await pause(LOOK_MS, signal, clock))) throw signal.reason;
  }
}

const approvalOf = (id: unknown, { approvals }: MakeCallDeps): Approval | undefined =>
  typeof id === 'string' ? approvals.get(id) : undefined;

function toEnd(reply: RpcReply, approval: Approval | undefined): CallEnd {
  if (reply.kind === 'error') return { state: 'error', outcome: clip(reply.error.message, MOST_TEXT), content: {} };
  const result = reply.kind === 'result' ? reply.result : {};
  const text = textIn(result);
  if (isRefused(reply))
    return { state: 'refused', outcome: refusalOf(decisionOf(reply), approval) ?? text, content: {} };
  if (result['isError'] === true) return { state: 'error', outcome: text, content: {} };
  const content = isJsonObject(result['structuredContent']) ? result['structuredContent'] : {};
  const route = approval?.answer?.route;
  return { state: 'ok', outcome: route === undefined ? text : `Approved ${ROUTES[route]}. ${text}`, content };
}

function refusalOf(decision: Partial<CallDecision>, approval: Approval | undefined): string | undefined {
  if (decision.kind === 'hold') return `Held: ${decision.reason}`;
  if (decision.kind === 'deny') return `Denied: ${decision.reason}`;
  if (approval === undefined) return undefined;
  const { answer } = approval;
  return answer?.decision === 'deny'
    ? `Denied ${ROUTES[answer.route]}, so it was not called.`
    : 'There was no answer in time, so it was not called.';
}

/** Whether the gateway refused the call. The refusal of a server has no decision in its `_meta`. */
function isRefused(reply: RpcReply): boolean {
  return reply.kind === 'result' && reply.result['isError'] === true && decisionOf(reply).kind !== undefined;
}

const decisionOf = (reply: RpcReply): Partial<CallDecision> => {
  const { decision } = metaOf(reply);
  // The gateway removes this field from the answers of servers, so it is ours.
  return isJsonObject(decision) ? (decision as Partial<CallDecision>) : {};
};

function metaOf(reply: RpcReply): JsonObject {
  const meta = reply.kind === 'result' ? reply.result['_meta'] : undefined;
  const own = isJsonObject(meta) ? meta[CALL_META] : undefined;
  return isJsonObject(own) ? own : {};
}

function textIn({ content }: JsonObject): string {
  const [first] = Array.isArray(content) ? content : [];
  return isJsonObject(first) && typeof first['text'] === 'string' ? clip(first['text'], MOST_TEXT) : 'Done.';
}
