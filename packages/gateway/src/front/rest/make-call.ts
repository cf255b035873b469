import type { CallAnswer, CallReply, ToolCallDetail } from '@toolmark/api-contract';
import { ERRORS, type JsonObject, parseJson, type RpcReply } from '@toolmark/base';
import type { CatalogTool } from '../../model/catalog.ts';
import { toDecider } from '../tokens/credential.ts';
import { badRequest, fail } from './answers.ts';
import { askRecord, RecordUnreadable } from './ask-record.ts';
import { readCaller } from './client-header.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { ownerOf } from './owner-of.ts';
import { explainUnreadable, recordProblem } from './record-problem.ts';

interface AskedCall {
  readonly tool: CatalogTool;
  readonly arguments: JsonObject | undefined;
  /** Whether the person who calls has said yes to it. */
  readonly isConfirmed: boolean;
}

/** What changes something is not called while nothing is recorded: nobody could look up what happened. */
export async function makeCall(
  context: RestContext,
  deps: RestDeps,
  { tool, arguments: given, isConfirmed }: AskedCall,
): Promise<Response> {
  const caller = readCaller(context);
  if (!caller.ok) return badRequest(context, caller.error);
  const problem = recordProblem(deps);
  if (problem !== undefined && tool.resolution.class !== 'read') return fail(context, 'record_unavailable', problem);
  const { id, reply } = await deps.callTool({
    ...caller.value,
    exposedName: tool.exposed,
    arguments: given,
    principal: context.env.principal,
    ...(isConfirmed && { confirmed: toDecider(ownerOf(context)) }),
    signal: context.req.raw.signal,
  });
  // Refused before it was a call, by a gateway that is being stopped for instance.
  if (id === '' && reply.kind === 'error') return fail(context, 'unavailable', reply.error.message);
  const call = await recorded(deps, id);
  // The record has failed just now, before the call left.
  if (call === undefined && reply.kind === 'error' && reply.error.code === ERRORS.recordUnavailable.code) {
    return fail(context, 'record_unavailable', reply.error.message);
  }
  return context.json({ tool_call: call ?? null, reply: toCallReply(reply) } satisfies CallAnswer);
}

function toCallReply(reply: RpcReply): CallReply {
  if (reply.kind === 'error') return { error: reply.error };
  // Whoever serialised it had a result, and results are objects.
  return { result: reply.kind === 'json' ? (parseJson(reply.json.toString()) as JsonObject) : reply.result };
}

/** A store that is far behind may take more than one wait. */
const ATTEMPTS = 3;

/** The call was made, whether it can be read back or not: that it cannot is told by the record, and never makes an error of it. */
async function recorded(deps: RestDeps, id: string): Promise<ToolCallDetail | undefined> {
  let call: ToolCallDetail | undefined;
  try {
    for (let attempt = 0; attempt < ATTEMPTS && recordProblem(deps) === undefined; attempt++) {
      call = await askRecord(deps, (reader) => reader.call(id));
      if (call !== undefined && call.status !== 'running') return call;
    }
  } catch (error) {
    if (!(error instanceof RecordUnreadable)) throw error;
    explainUnreadable(error, deps);
  }
  return call;
}
