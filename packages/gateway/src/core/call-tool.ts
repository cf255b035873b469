import type { CallMode } from '@toolmark/api-contract';
import { type JsonObject, MODERN_VERSION, type RpcReply } from '@toolmark/base';
import type { Caller, Confirmation } from '../model/caller.ts';
import type { Core } from './core.ts';

/** A call that is made over the API: by the page, the command line or a program, not by an MCP client. */
export interface OwnCall {
  /** The name under which clients see the tool. */
  readonly exposedName: string;
  readonly arguments: JsonObject | undefined;
  readonly mode: CallMode;
  readonly client: { readonly name: string; readonly version: string } | undefined;
  readonly principal: string;
  /** Set when the person who makes the call has already approved it. */
  readonly confirmed?: Confirmation | undefined;
  readonly signal: AbortSignal;
}

/** Makes these calls through the same core as all others. Their caller cannot be asked questions during the call. */
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
