import type { JsonObject, RpcId } from '../../rpc.ts';

export interface RequestMessage {
  readonly id: RpcId;
  readonly method: string;
  readonly params?: JsonObject;
}

export interface NotificationMessage {
  readonly method: string;
  readonly params?: JsonObject;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The `id` an error answer has to carry: that of the request, if the body is one and has one. */
export function idOf(body: unknown): RpcId | null {
  if (!isObject(body) || typeof body['method'] !== 'string') return null;
  const { id } = body;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

export const metaOf = (params: JsonObject | undefined): JsonObject => {
  const meta = params?.['_meta'];
  return isObject(meta) ? meta : {};
};
