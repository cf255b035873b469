import type { CallDecision, SearchBarrier } from '@toolmark/api-contract';
import type { ServerStatus } from '@toolmark/upstream';
import type { CatalogTool } from '../../model/catalog.ts';

/** The reason why a tool cannot be called now, and what a person can do about it. */
export interface Barrier {
  readonly kind: SearchBarrier;
  /** The rest of a sentence after the tool's name: `is held until …`. */
  readonly sentence: string;
}

/** The state of a tool beyond its definition. */
export interface ToolState {
  /** The policy's default decision for this tool. */
  readonly decision: CallDecision;
  /** The status of its server; `undefined` if the server was removed. */
  readonly status: Pick<ServerStatus, 'state' | 'reason'> | undefined;
  readonly wantsSignIn: boolean;
}

export function callBarrier(
  { server, exposed }: Pick<CatalogTool, 'server' | 'exposed'>,
  { decision, status, wantsSignIn }: ToolState,
): Barrier | undefined {
  const { kind, rule } = decision;
  const reason = toSentence(decision.reason);
  if (rule === 'disabled')
    return { kind: 'disabled', sentence: `is disabled. A person can enable it: ${cliCommand('enable', exposed)}` };
  if (kind === 'hold')
    return {
      kind: 'held',
      sentence: `is held. ${reason} A person can review and accept it: ${cliCommand('accept', exposed)}`,
    };
  if (kind === 'deny') return { kind: 'denied', sentence: `may not be called (${rule}). ${reason}` };
  if (wantsSignIn)
    return {
      kind: 'signed_out',
      sentence: `needs a sign-in to its server first: toolmark servers login ${server}`,
    };
  if (status?.state === 'ready') return undefined;
  const why = status?.reason === undefined ? 'It is connecting.' : toSentence(status.reason);
  return { kind: 'away', sentence: `cannot be called while server '${server}' is not connected. ${why}` };
}

/** A person may copy the command into a shell, and the name may be chosen by the server. */
function cliCommand(verb: 'accept' | 'enable', exposed: string): string {
  if (/^[\w.-]+$/.test(exposed)) return `toolmark tools ${verb} ${exposed}`;
  return verb === 'accept' ? 'toolmark tools --held' : 'toolmark tools curations';
}

const toSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
