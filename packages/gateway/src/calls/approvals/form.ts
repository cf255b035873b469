import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';
import type { Question } from './question.ts';
import { questionText } from './question-text.ts';
import { toFormText } from './sent/form-text.ts';

/** The first revision in which questions have a mode and choices have titles of their own. */
const TITLED_SINCE = '2025-11-25';

const DECISIONS = { approve: 'Approve', deny: 'Deny' };
/** Where not all that is sent is shown, nobody can approve it: whoever wants to has to look at all of it first. */
const WITHOUT_APPROVAL = { elsewhere: 'Decide on the page or the command line', deny: 'Deny' };

/** The question of a call, as its client shows it, with everything that is sent; or without the choice to approve it. */
export function toQuestionForm({ asked, sent }: Question, caller: Pick<Caller, 'protocolVersion'>): JsonObject {
  if (sent === undefined) throw new Error('A question that was decided was to be asked.');
  const shown = toFormText(sent);
  return toForm(questionText(asked, shown), caller, shown.isWhole);
}

/** Whether a client can show everything that is sent: only then its answer may be yes. */
export const fitsForm = ({ sent }: Pick<Question, 'sent'>): boolean => sent !== undefined && toFormText(sent).isWhole;

/** The question as a client shows it. Whatever its client answers holds for one call, so that nothing else is offered. */
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

/** What a client made of it. `none`: nobody answered, or nothing that can be understood. */
export type FormAnswer = { readonly kind: 'approve' } | { readonly kind: 'deny' } | { readonly kind: 'none' };

/**
 * Consent is an `accept` with `approve` in it, where that was a choice, and nothing else is. What else a client adds, such as for
 * how long, is ignored.
 */
export function readAnswer(response: unknown, mayApprove: boolean): FormAnswer {
  if (!isJsonObject(response)) return { kind: 'none' };
  const { action, content } = response;
  if (action === 'decline') return { kind: 'deny' };
  if (action !== 'accept' || !isJsonObject(content)) return { kind: 'none' };
  if (content['decision'] === 'deny') return { kind: 'deny' };
  return { kind: content['decision'] === 'approve' && mayApprove ? 'approve' : 'none' };
}
