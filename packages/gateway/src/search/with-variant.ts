import type { ToolClass } from '@toolmark/annotations';
import type { Caller } from '../model/caller.ts';

/**
 * The same caller with a chosen call variant. Getters are kept, so that lazily created values stay uncreated. Mirrored
 * headers belong to the called search tool, which has none.
 */
export function withVariant(caller: Caller, variant: ToolClass): Caller {
  const { era, protocolVersion, principal, session, client, capabilities, ceiling, scope, menu } = caller;
  const { confirmed, mayAnswer, conversation, onCall, notify, ask } = caller;
  return {
    era,
    protocolVersion,
    principal,
    session,
    client,
    capabilities,
    ceiling,
    scope,
    menu,
    confirmed,
    mayAnswer,
    conversation,
    onCall,
    notify,
    ask,
    headers: NONE,
    mode: 'search',
    variant,
    get signal() {
      return caller.signal;
    },
  };
}

const NONE: Caller['headers'] = Object.freeze({});
