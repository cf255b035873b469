import type { HintName } from '@toolmark/annotations';
import type { Step } from './observation.ts';

/**
 * - `refuted`: a counterexample was confirmed.
 * - `held`: the tool was exercised, everything was watched, and nothing spoke against the claim.
 * - `not-exercised`: no call had an effect that the claim is about.
 * - `unclear`: something changed, and its meaning is not understood.
 * - `unstable`: equal runs differ.
 * - `blocked`: the sandbox made the calls fail.
 * - `not-tested`: the tool was not called, or the channel was not watched.
 */
export type Verdict = 'refuted' | 'held' | 'not-exercised' | 'unclear' | 'unstable' | 'blocked' | 'not-tested';

/** The verdict on the permissive value of one hint: read-only true, destructive false, idempotent true, open world false. */
export interface HintVerdict {
  readonly hint: HintName;
  /** The permissive value. */
  readonly claim: boolean;
  readonly declared: boolean | undefined;
  readonly verdict: Verdict;
  /** One phrase for people. */
  readonly because: string;
  /** The calls that show it, and what they did. */
  readonly counterexample?: { readonly steps: readonly Step[]; readonly effect: string };
}

/** Whether a server's own claim was refuted. */
export function isAccusation({ verdict, declared, claim }: HintVerdict): boolean {
  return verdict === 'refuted' && declared === claim;
}
