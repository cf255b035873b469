import type { Result } from '@toolmark/annotations';
import type { Approval, ApprovalAnswer, ApprovalStatusName } from '@toolmark/api-contract';
import { type RecordedQuestion, withoutText } from '@toolmark/record';
import { HEAD_CHARACTERS, type SentText } from './sent/sent-text.ts';
import { toCallBody } from './shown-arguments.ts';
import type { Subject } from './subject.ts';

/** A question to a person, from the moment it is put until it is forgotten. */
export interface Question {
  readonly asked: RecordedQuestion;
  readonly subject: Subject;
  /** What leaves, while somebody has to decide; `undefined` from then on, because there may be secrets in it. */
  sent: SentText | undefined;
  readonly protocolSession: string | undefined;
  status: ApprovalStatusName;
  answer: ApprovalAnswer | null;
  /** Ends the waiting of the call that asks; `undefined` where none waits. */
  wake: (() => void) | undefined;
  /** What the client that was asked by an answer to its request comes back with. */
  state: string | undefined;
  /** Since when no call waits on it, in milliseconds since 1970: the same call, made after that, takes up the question. */
  freeSince: number | undefined;
  /** A call has passed by it, or can no more. */
  isSpent: boolean;
  /** Whether its end is on record; there from then on. */
  saved: Promise<Result<undefined, string>> | undefined;
  cancelExpiry: () => void;
}

/** In the words of the API. */
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
    // Only few of those who list them read them, and they may be long.
    get arguments() {
      return asked.arguments && toCallBody(asked.arguments);
    },
    get others() {
      return asked.others && toCallBody(asked.others);
    },
    get sent() {
      return sent?.view(HEAD_CHARACTERS) ?? withoutText(asked.sent);
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
