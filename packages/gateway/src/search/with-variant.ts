import type { ToolClass } from '@toolmark/annotations';
import type { Caller } from '../model/caller.ts';

/**
 * The same caller, who has chosen how grave a call may be. It is not a copy: what is made on first use stays unmade until then. The
 * headers that mirror arguments belong to the tool that was called, which is one of ours and has none.
 */
export function withVariant(caller: Caller, variant: ToolClass): Caller {
  const { era, protocolVersion, principal, session, client, capabilities, ceiling, scope, menu } = caller;
  const { confirmed, mayAnswer, conversation, onCall, notify, ask } = caller;
  return {
    ...{ era, protocolVersion, principal, session, client, capabilities, ceiling, scope, menu },
    ...{ confirmed, mayAnswer, conversation, onCall, notify, ask },
    headers: NONE,
    mode: 'search',
    variant,
    get signal() {
      return caller.signal;
    },
  };
}

const NONE: Caller['headers'] = Object.freeze({});
