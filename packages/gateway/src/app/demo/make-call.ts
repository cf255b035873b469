import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '@toolmark/annotations';
import type { Approval, CallDecision } from '@toolmark/api-contract';
import { type Clock, clip, type JsonObject, pause, type RpcReply } from '@toolmark/base';
import type { Approvals } from '../../calls/approvals/approvals.ts';
import { ROUTES } from '../../calls/approvals/terms.ts';
import { CALL_META } from '../../calls/steps/frame-call.ts';
import type { McpClient } from './mcp-client.ts';

/** A call of the script, and how it ended. */
export interface CallEnd {
  readonly state: 'ok' | 'error' | 'refused';
  /** What its server or the gateway says of it, in words. */
  readonly outcome: string;
  /** What the server answered, for programs. */
  readonly content: JsonObject;
}

export interface ScriptedCall {
  readonly server: string;
  readonly tool: string;
  /** As clients call it. */
  readonly exposed: string;
  readonly arguments: JsonObject;
}

export interface MakeCallDeps {
  readonly client: Pick<McpClient, 'callTool'>;
  readonly approvals: Pick<Approvals, 'pending' | 'get'>;
  /** How long the gateway keeps a call waiting for a person. */
  readonly waitMs: () => number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** It waits for a person. */
  readonly onAsking: (approval: Approval) => void;
}

/** How long the rest of a call may take, besides the waiting for a person. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 200;
/** However long a question can be answered: nobody watches for longer than this. */
const LONGEST_QUESTION_MS = 15 * 60_000;
/** Of what a server says. */
const MOST_TEXT = 400;

/**
 * Calls as an agent does that behaves: where a person has to be asked and is slow, it waits for the answer and calls once more.
 * Rejects where the gateway does not answer.
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
  // Looked at below, in any case.
  reply.catch(() => {});
  while (await pause(LOOK_MS, answered.signal, clock)) {
    const question = questionOf(call, deps);
    if (question === undefined) continue;
    onAsking(question);
    break;
  }
  return await reply;
}

/** By what is asked and not by who asks, which anybody can claim to be: whoever says yes here says yes to these very arguments. */
function questionOf(call: ScriptedCall, { approvals }: MakeCallDeps): Approval | undefined {
  return approvals
    .pending()
    .find(
      ({ server, tool, arguments: asked }) =>
        server === call.server && tool === call.tool && isDeepStrictEqual(asked?.value, call.arguments),
    );
}

/** Waits for a question that is still open. `undefined` where it is not known any more. */
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
  const text = textOf(result);
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
    : 'Nobody answered in time, so it was not called.';
}

/** Not let through by the gateway; what a server refuses itself has no such mark. */
function isRefused(reply: RpcReply): boolean {
  return reply.kind === 'result' && reply.result['isError'] === true && decisionOf(reply).kind !== undefined;
}

const decisionOf = (reply: RpcReply): Partial<CallDecision> => {
  const { decision } = metaOf(reply);
  // Nobody but us can put it there.
  return isJsonObject(decision) ? (decision as Partial<CallDecision>) : {};
};

function metaOf(reply: RpcReply): JsonObject {
  const meta = reply.kind === 'result' ? reply.result['_meta'] : undefined;
  const own = isJsonObject(meta) ? meta[CALL_META] : undefined;
  return isJsonObject(own) ? own : {};
}

function textOf({ content }: JsonObject): string {
  const [first] = Array.isArray(content) ? content : [];
  return isJsonObject(first) && typeof first['text'] === 'string' ? clip(first['text'], MOST_TEXT) : 'Done.';
}
