import type { Result } from '@toolmark/annotations';
import type {
  Approval,
  ApprovalRoute,
  CallDecision,
  Grant,
  GrantScope,
  Presence,
  Remember,
  SentParams,
} from '@toolmark/api-contract';
import type { RpcReply } from '@toolmark/base';
import type { Call } from '../../model/call.ts';

/** Calls that wait for a person, and answers that hold for more than one call. */
export interface Approvals {
  /**
   * Whether a call that is to be asked for was approved before: by an answer that is remembered, or by one that came after the
   * same call had given up, which is used up by this. Says by which.
   */
  readonly granted: (call: Call, decision: CallDecision) => Granted | undefined;
  /** Puts the question to everybody who can answer it, and waits. Never rejects. */
  readonly ask: (call: Call, decision: CallDecision) => Promise<AskOutcome>;
  /** An answer from the page, the command line or a program; the first one that may be given counts. */
  readonly answer: (id: string, answer: GivenAnswer) => Result<Approval, AnswerProblem>;
  /** Those that can still be answered, oldest first. */
  readonly pending: () => readonly Approval[];
  readonly get: (id: string) => Approval | undefined;
  /** Everything that a call sends which waits for an answer here; `undefined` for any other. */
  readonly sent: (id: string) => SentParams | undefined;
  readonly grants: () => readonly Grant[];
  /** Whether there was one; a sentence where it would hold again after a restart. */
  readonly revoke: (grant: string) => Promise<Result<boolean, string>>;
  /** The protocol session of an older client has ended. */
  readonly endSession: (session: string) => void;
  /** Nobody can answer any more: whatever waits is told so. */
  readonly close: () => Promise<void>;
}

interface Granted {
  readonly approval: string;
  /** In place of the decision: who approved, and for how long. */
  readonly decision: CallDecision;
}

/** `route`, `presence` and `by` come from the credential that was checked, never from what a request says of itself. */
export interface GivenAnswer {
  readonly decision: 'approve' | 'deny';
  readonly remember: Remember;
  readonly scope: GrantScope;
  readonly route: ApprovalRoute;
  /** `passkey` only after an assertion was verified that is bound to this approval and to what will be sent. */
  readonly presence: Presence;
  readonly by: string | null;
}

/** Why an answer does not count. */
export type AnswerProblem =
  | { readonly kind: 'not-found' }
  /** Somebody was faster, or it is too late. */
  | { readonly kind: 'resolved'; readonly approval: Approval }
  /** The policy does not take it; the sentence says how else to answer. */
  | { readonly kind: 'not-allowed'; readonly message: string }
  /** It cannot hold for so long; the sentence says for how long it can. */
  | { readonly kind: 'not-offered'; readonly message: string };

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
