import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';
import type { Question } from './question.ts';
import { questionText } from './question-text.ts';
import { toFormText } from './sent/form-text.ts';

/** The first revision in which questions have a mode and choices have titles. */
const TITLED_SINCE = '2025-11-25';

const DECISIONS = { approve: 'Approve', deny: 'Deny' };
/** Choices for a form that cannot show everything that is sent: approving requires having seen all of it. */
const WITHOUT_APPROVAL = { elsewhere: 'Decide on the page or the command line', deny: 'Deny' };

/** The form for the client, with everything that is sent; if that does not fit, without the choice to approve. */
export function toQuestionForm({ asked, sent }: Question, caller: Pick<Caller, 'protocolVersion'>): JsonObject {
  if (sent === undefined) throw new Error('Cannot ask a question that is already answered.');
  const shown = toFormText(sent);
  return toForm(questionText(asked, shown), caller, shown.isWhole);
}

/** Whether the form can show everything that is sent. Only then the client may approve. */
export const fitsForm = ({ sent }: Pick<Question, 'sent'>): boolean => sent !== undefined && toFormText(sent).isWhole;

/** An elicitation form. It has no choice to remember the answer: an answer in the client is for one call. */
export function toForm(
  message: string,
  { protocolVersion }: Pick<Caller, 'protocolVersion'>,
  mayApprove: boolean,
): JsonObject {
  const isTitled = protocolVersion >= TITLED_SINCE;
  const choice = (title: string, titles: Readonly<Record<string, string>>): JsonObject =>
    isTitled
      ? {
          type: 'string',
          title,
          oneOf: Object.entries(titles).map(([value, label]) => ({ const: value, title: label })),
        }
      : { type: 'string', title, enum: Object.keys(titles), enumNames: Object.values(titles) };
  return {
    ...(isTitled && { mode: 'form' }),
    message,
    requestedSchema: {
      type: 'object',
      properties: { decision: choice('Your decision', mayApprove ? DECISIONS : WITHOUT_APPROVAL) },
      required: ['decision'],
    },
  };
}

/** The client's answer. `none`: no answer, or an invalid one. */
export type FormAnswer = { readonly kind: 'approve' } | { readonly kind: 'deny' } | { readonly kind: 'none' };

/** Only an `accept` with the choice `approve`, if that was offered, is consent. Other members, such as a duration, are ignored. */
export function readAnswer(response: unknown, mayApprove: boolean): FormAnswer {
  if (!isJsonObject(response)) return { kind: 'none' };
  const { action, content } = response;
  if (action === 'decline') return { kind: 'deny' };
  if (action !== 'accept' || !isJsonObject(content)) return { kind: 'none' };
  if (content['decision'] === 'deny') return { kind: 'deny' };
  return { kind: content['decision'] === 'approve' && mayApprove ? 'approve' : 'none' };
}
