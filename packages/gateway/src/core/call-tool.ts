import type { CallMode } from '@toolmark/api-contract';
import { type JsonObject, MODERN_VERSION, type RpcReply } from '@toolmark/base';
import type { Caller, Confirmation } from '../model/caller.ts';
import type { Core } from './core.ts';

/** A call that does not come from a client of the protocol: from the page, the command line, or a program. */
export interface OwnCall {
  /** The tool as clients call it. */
  readonly exposedName: string;
  readonly arguments: JsonObject | undefined;
  readonly mode: CallMode;
  readonly client: { readonly name: string; readonly version: string } | undefined;
  readonly principal: string;
  /** The person who makes it has said yes to it already. */
  readonly confirmed?: Confirmation | undefined;
  readonly signal: AbortSignal;
}

/** Makes such calls through the same core as all others. Nobody can be asked anything meanwhile. */
export function createCallTool(
  core: Pick<Core, 'handle'>,
): (call: OwnCall) => Promise<{ readonly id: string; readonly reply: RpcReply }> {
  return async ({ exposedName, arguments: args, mode, client, principal, confirmed, signal }) => {
    let id = '';
    const caller: Caller = {
      era: 'modern',
      protocolVersion: MODERN_VERSION,
      principal,
      session: undefined,
      client: client && { ...client },
      capabilities: {},
      headers: {},
      signal,
      mode,
      confirmed,
      onCall: (given) => {
        id = given;
      },
      notify: () => {},
      ask: undefined,
    };
    const params = { name: exposedName, ...(args !== undefined && { arguments: args }) };
    return { reply: await core.handle('tools/call', params, caller), id };
  };
}
