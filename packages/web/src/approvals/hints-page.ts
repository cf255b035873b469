import type { Approval } from '@toolmark/api-contract';
import { HINTS } from '../hints/labels.ts';
import { claimsOf } from './claims.ts';

interface HintsPage {
  readonly label: string;
  readonly to: { readonly name: string; readonly params: Readonly<Record<string, string>> };
}

/** Where a person can spare the next call the wait, if this one waits only because no hint of its tool counts. */
export function hintsPageOf(approval: Pick<Approval, 'server' | 'tool' | 'rule' | 'effective'>): HintsPage | undefined {
  const { server, tool, rule, effective } = approval;
  if (claimsOf(approval).length > 0)
    return { label: 'Review the server', to: { name: 'server', params: { name: server } } };
  const isSilent = HINTS.every((hint) => effective[hint].source === 'default' && effective[hint].declared === null);
  if (!rule.startsWith('default: ') || !isSilent) return undefined;
  return { label: 'Set its hints', to: { name: 'tool', params: { server, tool } } };
}
