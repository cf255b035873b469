import { CloudBaseError } from '../errors.ts';
import type { CloudApi, CloudReply, CloudRequest } from './cloud-api.ts';

/** Codes with which a service says that it does not have an action. */
const UNKNOWN_ACTION = new Set(['InvalidAction', 'UnsupportedOperation', 'NoSuchVersion', 'ActionOffline']);

/** The actions that a service has answered with one of {@link UNKNOWN_ACTION}, such as `tcb.QueryRecords`. */
const missingActions = new WeakMap<CloudApi, Set<string>>();

/**
 * Sends an action to the service that documents it, or to an older one where that does not know the action. The answer of the first
 * attempt is remembered.
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
