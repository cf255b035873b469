import type { JsonObject } from '@toolmark/base';
import type { Call } from '../model/call.ts';
import { isApprovalState } from './approvals/approval-state.ts';
import { paramsForServer, readEnvelope } from './era/envelope.ts';

/**
 * The `params` of a call as they go to its server: the server's name for the tool, no answer to us, no envelope of the client's hop.
 * The wire adds to its `_meta` what describes our own hop: protocol version, progress token, the client's name and capabilities.
 * `JSON.stringify` of it is what the server reads, member by member in the same order and with the same digits.
 *
 * @example
 * sentParams(call) // { name: 'delete_note', arguments: { id: 7 }, _meta: { 'acme/tenant': 'prod' } }
 */
export function sentParams({ params, tool, name }: Pick<Call, 'params' | 'tool' | 'name'>): JsonObject {
  const given = withoutAnswer(params);
  return paramsForServer(given, { name: tool?.definition.name ?? name }, readEnvelope(given).rest);
}

/** The params without what was an answer to us: that is not the server's. */
export function withoutAnswer(params: JsonObject): JsonObject {
  if (!isApprovalState(params['requestState'])) return params;
  const { requestState, inputResponses, ...rest } = params;
  return rest;
}
