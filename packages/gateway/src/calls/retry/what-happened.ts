import { isJsonObject } from '@toolmark/annotations';
import type { RpcError } from '@toolmark/base';
import type { Call } from '../../model/call.ts';

/** Whether a call that got no result was carried out all the same. */
export type Happened = 'no' | 'maybe';

/**
 * The error, with a word on whether the call may have been carried out: who reads it decides by that whether to call again.
 *
 * @example
 * withHappened(died, 'maybe', call).message
 * // 'The server exited with code 1 while the request was in progress. It may have been carried out: look before you call it again.'
 */
export function withHappened(error: RpcError, happened: Happened, { tool }: Call): RpcError {
  const isRead = tool?.resolution.hints.readOnlyHint.value === true;
  const word = happened === 'no' ? ' It was not carried out.' : isRead ? '' : MAYBE;
  const data = isJsonObject(error.data) ? error.data : {};
  return { code: error.code, message: `${error.message}${word}`, data: { ...data, happened } };
}

const MAYBE = ' It may have been carried out: look before you call it again.';
