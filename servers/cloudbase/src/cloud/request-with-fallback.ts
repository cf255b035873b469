import { CloudBaseError } from '../errors.ts';
import type { CloudApi, CloudReply, CloudRequest } from './cloud-api.ts';

/** The error codes of a service for an unknown action. */
const UNKNOWN_ACTION = new Set(['InvalidAction', 'UnsupportedOperation', 'NoSuchVersion', 'ActionOffline']);

/** Actions that a service does not know, such as `tcb.QueryRecords`. */
const missingActions = new WeakMap<CloudApi, Set<string>>();

/**
 * Sends an action to the service that documents it, or to an older one if the first does not know the action. Unknown actions are
 * remembered.
 */
export async function requestWithFallback(
  api: CloudApi,
  request: CloudRequest,
  older: Pick<CloudRequest, 'service' | 'action' | 'payload'>,
): Promise<CloudReply> {
  const missing = missingActions.get(api) ?? new Set();
  missingActions.set(api, missing);
  const name = `${request.service}.${request.action}`;
  if (!missing.has(name)) {
    try {
      return await api.request(request);
    } catch (error) {
      if (!(error instanceof CloudBaseError && UNKNOWN_ACTION.has(error.cloudCode ?? ''))) throw error;
      missing.add(name);
    }
  }
  return api.request({ ...request, ...older });
}
