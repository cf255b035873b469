import type { ToolClass } from '@toolmark/annotations';
import type { JsonObject, RpcReply } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';
import { notFound } from '../describe/describe.ts';
import type { Searching } from '../searching.ts';
import { withVariant } from '../with-variant.ts';
import { argumentProblems } from './check-arguments.ts';
import { readCall } from './read-call.ts';

export interface AnswerCallDeps {
  readonly searching: Pick<Searching, 'viewFor'>;
  /** Calls a tool like every client does: with all steps. */
  readonly callTool: (params: JsonObject, caller: Caller) => Promise<RpcReply>;
  /** An error result with a readable reason. */
  readonly errorResult: (text: string, caller: Caller) => RpcReply;
}

/** Longer schemas are not repeated in the answer; `describe_tool` returns them. */
const MAX_SCHEMA_LENGTH = 8_000;

/**
 * Calls the requested tool. Arguments are sent unchanged, and so is the rest of the request: answers to questions,
 * progress tokens. The policy decides whether the tool may be called with this variant.
 */
export async function answerCall(
  params: JsonObject,
  caller: Caller,
  variant: ToolClass,
  { searching, callTool, errorResult }: AnswerCallDeps,
): Promise<RpcReply> {
  const read = readCall(params['arguments']);
  if (!read.ok) return errorResult(read.error, caller);
  const { id, arguments: given } = read.value;
  const view = searching.viewFor(caller);
  const tool = view.catalog.toolsByName.get(id);
  const { name: _, arguments: __, ...rest } = params;
  const inner = { ...rest, name: id, ...(given !== undefined && { arguments: given }) };
  const chosen = withVariant(caller, variant);
  if (tool === undefined) {
    // The failed call is recorded like in direct mode; the client gets a more helpful message.
    const reply = await callTool(inner, chosen);
    return reply.kind === 'error' ? errorResult(notFound(id, view).error.message, caller) : reply;
  }
  const problems = argumentProblems(given ?? {}, tool.definition);
  if (problems.length > 0) {
    const found = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
    const schema = JSON.stringify(tool.definition.inputSchema);
    const shown =
      schema.length > MAX_SCHEMA_LENGTH ? `Its schema is long; get it with describe_tool.` : `Its schema: ${schema}`;
    return errorResult(`'${id}' was not called: its arguments are invalid. ${found}. ${shown}`, caller);
  }
  return callTool(inner, chosen);
}
