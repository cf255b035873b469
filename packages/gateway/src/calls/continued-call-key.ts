import { createHash } from 'node:crypto';
import { digestOf } from '@toolmark/base';
import type { Call } from '../model/call.ts';

/**
 * Everything that has to be the same for a call to be the one that goes on after questions: who calls, what, and the state that came
 * with the questions. A server may hand out the same state to everybody; and states may be long, so only a digest is kept.
 */
export function continuedCallKey({ caller, params }: Call, state: string | undefined): string {
  const { principal, session, conversation, client } = caller;
  const who = [principal, session, conversation, client?.['name'], client?.['version']];
  const all = JSON.stringify([...who, digestOf('tools/call', params), state ?? null]);
  return createHash('sha256').update(all).digest('base64url');
}
