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

/** Calls that wait for the approval of a person, and grants, which hold for more than one call. */
export interface Approvals {
  /**
   * The earlier approval that lets a call pass: a grant, or a late answer to the same call after its client stopped waiting, which this
   * uses up.
   */
  readonly granted: (call: Call, decision: CallDecision) => Granted | undefined;
  /** Asks for an approval in every way that the terms allow, and waits. Never rejects. */
  readonly ask: (call: Call, decision: CallDecision) => Promise<AskOutcome>;
  /** Takes an answer from the page, the command line or the API. The first permitted answer counts. */
  readonly answer: (id: string, answer: GivenAnswer) => Result<Approval, AnswerProblem>;
  /** Open questions, oldest first. */
  readonly pending: () => readonly Approval[];
  readonly get: (id: string) => Approval | undefined;
  /** The full params of a call while its question is open. */
  readonly sent: (id: string) => SentParams | undefined;
  readonly grants: () => readonly Grant[];
  /** Returns whether there was such a grant, or an error if it would hold again after a restart. */
  readonly revoke: (grant: string) => Promise<Result<boolean, string>>;
  /** The protocol session of an older client has ended. */
  readonly endSession: (session: string) => void;
  /** Expires all open questions. */
  readonly close: () => Promise<void>;
}

interface Granted {
  readonly approval: string;
  /** Replaces the decision to ask; its reason names the approval. */
  readonly decision: CallDecision;
}

/** `route`, `presence` and `by` come from the verified credential, never from the request itself. */
export interface GivenAnswer {
  readonly decision: 'approve' | 'deny';
  readonly remember: Remember;
  readonly scope: GrantScope;
  readonly route: ApprovalRoute;
  /** `passkey` only after verifying an assertion that is bound to this approval and to the params that will be sent. */
  readonly presence: Presence;
  readonly by: string | null;
}

/** Why an answer does not count. */
export type AnswerProblem =
  | { readonly kind: 'not-found' }
  /** The question was answered before, or has expired. */
  | { readonly kind: 'resolved'; readonly approval: Approval }
  /** The policy does not accept this way to answer; the message names the accepted ways. */
  | { readonly kind: 'not-allowed'; readonly message: string }
  /** It cannot be remembered for so long; the message says for how long it can. */
  | { readonly kind: 'not-offered'; readonly message: string };

/** How asking ended. */
export type AskOutcome =
  | { readonly kind: 'approved'; readonly approval: string }
  /** `status` is the status of the call; `reply` tells the agent and the person what to do. */
  | {
      readonly kind: 'refused';
      readonly approval: string | undefined;
      readonly status: 'denied' | 'expired' | 'cancelled';
      readonly reply: RpcReply;
    }
  /** A 2026-07-28 client is asked by the reply to its request, and returns with another request. */
  | { readonly kind: 'questions'; readonly approval: string; readonly reply: RpcReply };
