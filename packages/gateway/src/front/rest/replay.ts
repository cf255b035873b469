import type { CallBody, ToolClassName } from '@toolmark/api-contract';
import type { JsonObject } from '@toolmark/base';
import { fail, notFound } from './answers.ts';
import { askRecord } from './ask-record.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { findTool } from './find.ts';
import { makeCall } from './make-call.ts';
import { noCall } from './tool-calls.ts';

/** Makes a call again, where what was sent is known and nobody has to fear what it does. */
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
  const change = changeOf(call.class, found.tool.resolution.class);
  if (change !== undefined && !isConfirmed) {
    const message = `Tool '${name}' of server '${server}' ${change}: it is called again only with confirm=true.`;
    return fail(context, 'conflict', message);
  }
  // Arguments are an object in every call that the protocol lets through.
  const args = given === null ? undefined : (given.value as JsonObject);
  return makeCall(context, deps, { tool: found.tool, arguments: args, isConfirmed });
}

/** From harmless to not; what nobody knows may be anything. */
const SEVERITY: Readonly<Record<ToolClassName, number>> = { read: 0, additive: 1, destructive: 2 };

/** That a tool changes something, by the stricter of what it was and what it is; `undefined` where it only reads and only read. */
function changeOf(then: ToolClassName | null, now: ToolClassName): string | undefined {
  const before = then ?? 'destructive';
  if (before === 'read' && now === 'read') return undefined;
  return SEVERITY[before] > SEVERITY[now] ? `was ${before} then, though it is ${now} now` : `is ${now}`;
}

function argumentsProblem(given: CallBody | null): string | undefined {
  if (given === null) return undefined;
  if (given.is_cut) return 'Its arguments were too long to be recorded in full, so they are not what was sent.';
  if (given.redactions > 0) return 'Secrets were taken out of its arguments, so they are not what was sent.';
  const { value } = given;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? undefined
    : 'Its arguments are no object, so that no tool takes them.';
}
