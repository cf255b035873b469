import type { CallDecision } from '@toolmark/api-contract';
import type { PolicyCall } from '../../model/policy-call.ts';

/** How many calls are let through, in how long a time. */
export interface Limits {
  /** Whether there are any: where there are none, nobody has to find out what they would look at. */
  readonly isEmpty: () => boolean;
  /**
   * Counts the call against every limit that is about it; or, where one of them is used up, counts it against none and says why it
   * is denied.
   */
  readonly take: (call: PolicyCall, keys: LimitKeys) => CallDecision | undefined;
}

/** Whose calls are counted together. */
export interface LimitKeys {
  readonly session: string;
  readonly principal: string;
}
