import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject, RpcId } from '@toolmark/base';

export interface RequestMessage {
  readonly id: RpcId;
  readonly method: string;
  readonly params?: JsonObject;
}

export interface NotificationMessage {
  readonly method: string;
  readonly params?: JsonObject;
}

/** What the protocol takes for an id. */
export const isId = (id: unknown): id is RpcId => typeof id === 'string' || Number.isSafeInteger(id);

/**
 * The `id` an error answer has to carry: that of the request, if the body is one and has one. One that is refused for being
 * a fraction is given back as well; one that no JSON can carry, such as what 1e400 is read as, is not.
 */
export function idOf(body: unknown): RpcId | null {
  if (!isJsonObject(body) || typeof body['method'] !== 'string') return null;
  const { id } = body;
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null;
}

export const metaOf = (params: JsonObject | undefined): JsonObject => {
  const meta = params?.['_meta'];
  return isJsonObject(meta) ? meta : {};
};
