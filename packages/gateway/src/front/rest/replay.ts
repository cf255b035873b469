import type { CallBody, ToolClassName } from '@toolmark/api-contract';
import type { JsonObject } from '@toolmark/base';
import { fail, notFound } from './answers.ts';
import { askRecord } from './ask-record.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { findTool } from './find.ts';
import { makeCall } from './make-call.ts';
import { noCall } from './tool-calls.ts';

/** Repeats a call, if its arguments are known and it is harmless or confirmed. */
export async function replay(context: RestContext, deps: RestDeps, isConfirmed: boolean): Promise<Response> {
  const id = context.req.param('id') ?? '';
  const call = await askRecord(deps, (reader) => reader.call(id));
  if (call === undefined) return notFound(context, noCall(id));
  const { server, tool: name, arguments: given } = call;
  if (server === null)
    return fail(context, 'conflict', `No server had a tool '${name}', so it cannot be called again.`);
  const found = findTool(deps, server, name);
  if (found.kind === 'none') return fail(context, 'conflict', `It cannot be called again. ${found.message}`);
  const problem = argumentsProblem(given);
  if (problem !== undefined) return fail(context, 'conflict', problem);
  const change = changeWarning(call.class, found.tool.resolution.class);
  if (change !== undefined && !isConfirmed) {
    const message = `Tool '${name}' of server '${server}' ${change}, so repeating it needs confirm=true.`;
    return fail(context, 'conflict', message);
  }
  // The protocol guarantees that arguments are an object.
  const args = given === null ? undefined : (given.value as JsonObject);
  return makeCall(context, deps, { tool: found.tool, arguments: args, isConfirmed });
}

/** From harmless to destructive; an unknown class counts as destructive. */
const SEVERITY: Readonly<Record<ToolClassName, number>> = { read: 0, additive: 1, destructive: 2 };

/** Describes the stricter of the old and the current class; `undefined` if both only read. */
function changeWarning(then: ToolClassName | null, now: ToolClassName): string | undefined {
  const before = then ?? 'destructive';
  if (before === 'read' && now === 'read') return undefined;
  return SEVERITY[before] > SEVERITY[now] ? `was ${before} then, though it is ${now} now` : `is ${now}`;
}

function argumentsProblem(given: CallBody | null): string | undefined {
  if (given === null) return undefined;
  if (given.is_cut) return 'Its arguments were too long to be recorded in full, so they are not what was sent.';
  if (given.redactions > 0) return 'Its arguments were redacted, so they are not what was sent.';
  const { value } = given;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? undefined
    : 'Its arguments are not an object, so no tool accepts them.';
}
