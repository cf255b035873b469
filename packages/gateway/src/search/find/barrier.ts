import type { CallDecision, SearchBarrier } from '@toolmark/api-contract';
import type { ServerStatus } from '@toolmark/upstream';
import type { CatalogTool } from '../../model/catalog.ts';

/** Why a tool cannot be called now, and what a person can do about it. */
export interface Barrier {
  readonly kind: SearchBarrier;
  /** After the tool's name: `is held until …`. */
  readonly sentence: string;
}

/** What is known of a tool beside its definition. */
export interface Circumstances {
  /** What a plain call of it would get. */
  readonly decision: CallDecision;
  /** Of its server; `undefined` where that is gone. */
  readonly status: Pick<ServerStatus, 'state' | 'reason'> | undefined;
  readonly wantsSignIn: boolean;
}

export function barrierOf(
  { server, exposed }: Pick<CatalogTool, 'server' | 'exposed'>,
  { decision, status, wantsSignIn }: Circumstances,
): Barrier | undefined {
  const { kind, rule } = decision;
  const reason = toSentence(decision.reason);
  if (rule === 'disabled')
    return { kind: 'disabled', sentence: `is switched off. A person can switch it on: ${command('enable', exposed)}` };
  if (kind === 'hold')
    return {
      kind: 'held',
      sentence: `is held. ${reason} A person can look at it and let it pass: ${command('accept', exposed)}`,
    };
  if (kind === 'deny') return { kind: 'denied', sentence: `may not be called (${rule}). ${reason}` };
  if (wantsSignIn)
    return {
      kind: 'signed_out',
      sentence: `needs somebody to sign in to its server first: toolmark servers login ${server}`,
    };
  if (status?.state === 'ready') return undefined;
  const why = status?.reason === undefined ? 'It is connecting.' : toSentence(status.reason);
  return { kind: 'away', sentence: `cannot be called while server '${server}' is not connected. ${why}` };
}

/** Somebody may copy it into a shell, and a server has a say in the name. */
function command(verb: 'accept' | 'enable', exposed: string): string {
  if (/^[\w.-]+$/.test(exposed)) return `toolmark tools ${verb} ${exposed}`;
  return verb === 'accept' ? 'toolmark tools --held' : 'toolmark tools curations';
}

const toSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
