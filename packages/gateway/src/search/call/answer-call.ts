import type { ToolClass } from '@toolmark/annotations';
import type { JsonObject, RpcReply } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';
import { notFound } from '../describe/describe.ts';
import type { Searching } from '../searching.ts';
import { withVariant } from '../with-variant.ts';
import { problemsOf } from './check-arguments.ts';
import { readCall } from './read-call.ts';

export interface AnswerCallDeps {
  readonly searching: Pick<Searching, 'viewFor'>;
  /** Calls a tool as every client does: through all steps. */
  readonly callTool: (params: JsonObject, caller: Caller) => Promise<RpcReply>;
  /** A result that says what was wrong. */
  readonly wrong: (text: string, caller: Caller) => RpcReply;
}

/** A schema that is longer does not fit into an answer; `describe_tool` has it. */
const MAX_SCHEMA = 8_000;

/**
 * Calls the tool that is meant. Its arguments go out as they came, and whatever else was with the request as well: answers to
 * questions, progress tokens. Whether it may be called, and with this variant, the policy says.
 */
export async function answerCall(
  params: JsonObject,
  caller: Caller,
  variant: ToolClass,
  { searching, callTool, wrong }: AnswerCallDeps,
): Promise<RpcReply> {
  const read = readCall(params['arguments']);
  if (!read.ok) return wrong(read.error, caller);
  const { id, arguments: given } = read.value;
  const view = searching.viewFor(caller);
  const tool = view.catalog.toolsByName.get(id);
  const { name: _, arguments: __, ...rest } = params;
  const inner = { ...rest, name: id, ...(given !== undefined && { arguments: given }) };
  const chosen = withVariant(caller, variant);
  if (tool === undefined) {
    // It is on record as in direct mode; what the client is told helps more.
    const reply = await callTool(inner, chosen);
    return reply.kind === 'error' ? wrong(notFound(id, view).error.message, caller) : reply;
  }
  const problems = problemsOf(given ?? {}, tool.definition);
  if (problems.length > 0) {
    const found = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
    const schema = JSON.stringify(tool.definition.inputSchema);
    const shown = schema.length > MAX_SCHEMA ? `Its schema is long: describe_tool has it.` : `Its schema: ${schema}`;
    return wrong(`'${id}' was not called: its arguments do not fit. ${found}. ${shown}`, caller);
  }
  return callTool(inner, chosen);
}
