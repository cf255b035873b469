import type { Result } from '@toolmark/annotations';
import type { Approval, ApprovalAnswer, ApprovalStatusName } from '@toolmark/api-contract';
import { type RecordedQuestion, toSentParams } from '@toolmark/record';
import { HEAD_CHARACTERS, type SentText } from './sent/sent-text.ts';
import { toCallBody } from './shown-arguments.ts';
import type { Subject } from './subject.ts';

/** A question to a person, until it is evicted. */
export interface Question {
  readonly asked: RecordedQuestion;
  readonly subject: Subject;
  /** The params of the call while the question is open; then dropped, because they may contain secrets. */
  sent: SentText | undefined;
  readonly protocolSession: string | undefined;
  status: ApprovalStatusName;
  answer: ApprovalAnswer | null;
  /** Wakes the call that waits; `undefined` if none waits. */
  wake: (() => void) | undefined;
  /** The state with which a client returns that was asked by the reply to its request. */
  state: string | undefined;
  /** The time since which no call waits, in milliseconds since 1970. The same call, made after that, reuses the question. */
  freeSince: number | undefined;
  /** A call has used the approval, or none may use it any more. */
  isSpent: boolean;
  /** The result of recording its end; `undefined` while it is open. */
  saved: Promise<Result<undefined, string>> | undefined;
  cancelExpiry: () => void;
}

/** The question for the API. */
export function toApproval({ asked, sent, status, answer, wake }: Question): Approval {
  return {
    id: asked.id,
    status,
    call_id: asked.callId,
    session_id: asked.session,
    server: asked.server,
    tool: asked.tool,
    title: asked.title,
    class: asked.class,
    effective: asked.effective,
    rule: asked.rule,
    reason: asked.reason,
    // Computed on access: these may be long, and few readers of a list need them.
    get arguments() {
      return asked.arguments && toCallBody(asked.arguments);
    },
    get others() {
      return asked.others && toCallBody(asked.others);
    },
    get sent() {
      return sent?.view(HEAD_CHARACTERS) ?? toSentParams(asked.sent);
    },
    client_name: asked.client,
    principal: asked.principal,
    mode: asked.mode,
    requested_at: toMoment(asked.at),
    expires_at: toMoment(asked.expiresAt),
    is_waiting: wake !== undefined,
    routes: asked.terms.routes,
    presence_required: asked.terms.presence === 'passkey',
    remember_choices: asked.terms.remember,
    answer,
  };
}

export const toMoment = (at: number): string => new Date(at).toISOString();
