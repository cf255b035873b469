import { isJsonObject } from '@toolmark/annotations';
import type { RpcError } from '@toolmark/base';
import type { Call } from '../../model/call.ts';

/** Whether a call without a result may have been carried out. */
export type Happened = 'no' | 'maybe';

/**
 * The error, extended by whether the call may have been carried out: the caller needs that to decide whether to repeat it.
 *
 * @example
 * withHappened(died, 'maybe', call).message
 * // 'The server exited with code 1 while the request was in progress. It may have been carried out: check before you call it again.'
 */
export function withHappened(error: RpcError, happened: Happened, { tool }: Call): RpcError {
  const isRead = tool?.resolution.hints.readOnlyHint.value === true;
  const note = happened === 'no' ? ' It was not carried out.' : isRead ? '' : MAYBE;
  const data = isJsonObject(error.data) ? error.data : {};
  return { code: error.code, message: `${error.message}${note}`, data: { ...data, happened } };
}

const MAYBE = ' It may have been carried out: check before you call it again.';
