import type { JsonObject } from '@toolmark/base';
import type { ForwardedParams } from '@toolmark/record';
import type { Call } from '../model/call.ts';
import { isApprovalState } from './approvals/approval-state.ts';
import { headersForServer, readEnvelope } from './era/envelope.ts';
import { mirrorParams } from './mirror-params.ts';

/**
 * What a call sends to its server, for whoever records it or decides about it. It leaves out the tool's name, and what the gateway
 * writes itself on every hop: protocol version, progress token, the client's name and capabilities.
 *
 * @example
 * forwardedParams(call) // { arguments: { id: 7 }, others: { _meta: { 'acme/tenant': 'prod' } }, headers: undefined }
 */
export function forwardedParams(
  call: Pick<Call, 'params' | 'arguments' | 'caller' | 'tool' | 'isContinued'>,
): ForwardedParams {
  return { arguments: call.arguments, others: othersOf(call), headers: headersOf(call) };
}

const SEPARATE: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);
const ANSWERS: ReadonlySet<string> = new Set(['requestState', 'inputResponses']);

function othersOf({ params, isContinued }: Pick<Call, 'params' | 'isContinued'>): JsonObject | undefined {
  // Answers that come with one of our own states are for us. A server may be a gateway too: its states go back to it.
  const isAnswerToUs = !isContinued && isApprovalState(params['requestState']);
  let others: Record<string, unknown> | undefined;
  for (const key in params) {
    if (SEPARATE.has(key) || (isAnswerToUs && ANSWERS.has(key)) || params[key] === undefined) continue;
    others ??= emptyObject();
    others[key] = params[key];
  }
  if (params['_meta'] === undefined) return others;
  const { rest } = readEnvelope(params);
  if (rest === undefined) return others;
  others ??= emptyObject();
  others['_meta'] = rest;
  return others;
}

/** A header that repeats an argument says nothing new; a caller's own value for it is replaced before it leaves. */
function headersOf({
  caller,
  tool,
  arguments: args,
}: Pick<Call, 'caller' | 'tool' | 'arguments'>): Readonly<Record<string, string>> | undefined {
  const sent = headersForServer(caller.headers);
  const names = Object.keys(sent);
  if (names.length === 0) return undefined;
  const mirrored = mirrorParams(tool?.paramHeaders ?? [], args);
  const own = names.filter((name) => !Object.hasOwn(mirrored, name));
  return own.length === 0 ? undefined : Object.fromEntries(own.map((name) => [name, sent[name] ?? '']));
}

const emptyObject = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;
