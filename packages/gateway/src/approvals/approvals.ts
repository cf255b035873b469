import type { Result } from '@toolmark/annotations';
import type {
  Approval,
  ApprovalRoute,
  CallDecision,
  Grant,
  GrantScope,
  Remember,
  SentParams,
} from '@toolmark/api-contract';
import type { Call } from '../pipeline/call.ts';
import type { RpcReply } from '../rpc.ts';

/** Calls that wait for a person, and answers that hold for more than one call. */
export interface Approvals {
  /**
   * Whether a call that is to be asked for was approved before: by an answer that is remembered, or by one that came after the
   * same call had given up, which is used up by this. Says by which.
   */
  readonly granted: (call: Call, decision: CallDecision) => Granted | undefined;
  /** Puts the question to everybody who can answer it, and waits. Never rejects. */
  readonly ask: (call: Call, decision: CallDecision) => Promise<AskOutcome>;
  /** An answer from the page, the command line or a program; the first one counts. */
  readonly answer: (id: string, answer: GivenAnswer) => Result<Approval, 'not_found' | Approval>;
  /** Those that can still be answered, oldest first. */
  readonly pending: () => readonly Approval[];
  readonly get: (id: string) => Approval | undefined;
  /** Everything that a call sends which waits for an answer here; `undefined` for any other. */
  readonly sent: (id: string) => SentParams | undefined;
  readonly grants: () => readonly Grant[];
  /** Whether there was one; a sentence where it would hold again after a restart. */
  readonly revoke: (grant: string) => Promise<Result<boolean, string>>;
  /** The protocol session of an older client has ended. */
  readonly left: (session: string) => void;
  /** Nobody can answer any more: whatever waits is told so. */
  readonly close: () => Promise<void>;
}

interface Granted {
  readonly approval: string;
  /** In place of the decision: who approved, and for how long. */
  readonly decision: CallDecision;
}

export interface GivenAnswer {
  readonly decision: 'approve' | 'deny';
  readonly remember: Remember;
  readonly scope: GrantScope;
  readonly route: ApprovalRoute;
  readonly by: string | null;
}

/** How asking ended. */
export type AskOutcome =
  | { readonly kind: 'approved'; readonly approval: string }
  /** `status` is the call's; `reply` says to the agent and to the person what to do. */
  | {
      readonly kind: 'refused';
      readonly approval: string | undefined;
      readonly status: 'denied' | 'expired' | 'cancelled';
      readonly reply: RpcReply;
    }
  /** A client of 2026-07-28 is asked by an answer to its request, and comes back with another one. */
  | { readonly kind: 'questions'; readonly approval: string; readonly reply: RpcReply };
