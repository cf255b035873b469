import type { CallAnswer, CallReply, ToolCallDetail } from '@toolmark/api-contract';
import { ERRORS, type JsonObject, parseJson, type RpcReply } from '@toolmark/base';
import type { CatalogTool } from '../../model/catalog.ts';
import { toDecider } from '../tokens/credential.ts';
import { badRequest, fail } from './answers.ts';
import { askRecord, RecordUnreadable } from './ask-record.ts';
import { readCaller } from './client-header.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { explainUnreadable, recordProblem } from './explain-failure.ts';
import { ownerOf } from './owner-of.ts';

interface RequestedCall {
  readonly tool: CatalogTool;
  readonly arguments: JsonObject | undefined;
  /** Whether the calling person confirmed the call. */
  readonly isConfirmed: boolean;
}

/**
 * Calls a tool. Tools that change something are refused while nothing is recorded, because the change could not be
 * traced.
 */
export async function makeCall(
  context: RestContext,
  deps: RestDeps,
  { tool, arguments: given, isConfirmed }: RequestedCall,
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
  // Refused before the call started, for instance because the gateway is stopping.
  if (id === '' && reply.kind === 'error') return fail(context, 'unavailable', reply.error.message);
  const call = await readRecorded(deps, id);
  // The record failed after the check above, before the call was sent.
  if (call === undefined && reply.kind === 'error' && reply.error.code === ERRORS.recordUnavailable.code) {
    return fail(context, 'record_unavailable', reply.error.message);
  }
  return context.json({ tool_call: call ?? null, reply: toCallReply(reply) } satisfies CallAnswer);
}

function toCallReply(reply: RpcReply): CallReply {
  if (reply.kind === 'error') return { error: reply.error };
  // Results are always objects; the server's JSON was parsed and validated before.
  return { result: reply.kind === 'json' ? (parseJson(reply.json.toString()) as JsonObject) : reply.result };
}

/** A store that is far behind may need several attempts. */
const ATTEMPTS = 3;

/** Reads the call back from the record. A failure to do so is logged and does not make the call an error. */
async function readRecorded(deps: RestDeps, id: string): Promise<ToolCallDetail | undefined> {
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
