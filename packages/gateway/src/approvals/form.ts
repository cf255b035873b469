import { isJsonObject } from '@toolmark/annotations';
import { type Remember, remembering } from '@toolmark/api-contract';
import type { Caller } from '../core/caller.ts';
import { OWN_ENTRANCE } from '../core/entrance.ts';
import type { JsonObject } from '../rpc.ts';
import type { Question } from './question.ts';
import { questionText } from './question-text.ts';
import { toFormText } from './sent/form-text.ts';

/** The first revision in which questions have a mode and choices have titles of their own. */
const TITLED_SINCE = '2025-11-25';

const DECISIONS = { approve: 'Approve', deny: 'Deny' };
/** Where not all that is sent is shown, nobody can approve it: whoever wants to has to look at all of it first. */
const WITHOUT_APPROVAL = { elsewhere: 'Decide on the page or the command line', deny: 'Deny' };
const REMEMBERING: Readonly<Record<Remember, string>> = {
  once: 'This call only',
  session: 'This tool, until the session ends',
  always: 'This tool, until it is revoked',
};

/** The question of a call, as its client shows it, with everything that is sent; or without the choice to approve it. */
export function toQuestionForm(
  { asked, sent }: Question,
  caller: Pick<Caller, 'protocolVersion' | 'principal'>,
): JsonObject {
  if (sent === undefined) throw new Error('A question that was decided was to be asked.');
  const shown = toFormText(sent);
  return toForm(questionText(asked, shown), caller, shown.isWhole);
}

/** Whether a client can show everything that is sent: only then its answer may be yes. */
export const fitsForm = ({ sent }: Pick<Question, 'sent'>): boolean => sent !== undefined && toFormText(sent).isWhole;

/**
 * The question as a client shows it. A client whose token is for less than everything is not offered to make it more: what it
 * answers holds for one call.
 */
export function toForm(
  message: string,
  { protocolVersion, principal }: Pick<Caller, 'protocolVersion' | 'principal'>,
  mayApprove: boolean,
): JsonObject {
  const isTitled = protocolVersion >= TITLED_SINCE;
  const choice = (title: string, titles: Readonly<Record<string, string>>, preset?: string): JsonObject =>
    isTitled
      ? {
          type: 'string',
          title,
          oneOf: Object.entries(titles).map(([value, label]) => ({ const: value, title: label })),
          ...(preset !== undefined && { default: preset }),
        }
      : { type: 'string', title, enum: Object.keys(titles), enumNames: Object.values(titles) };
  return {
    ...(isTitled && { mode: 'form' }),
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        decision: choice('Your decision', mayApprove ? DECISIONS : WITHOUT_APPROVAL),
        ...(mayApprove && mayRemember(principal) && { remember: choice('An approval holds for', REMEMBERING, 'once') }),
      },
      required: ['decision'],
    },
  };
}

/** Whether what a client answers may hold for longer: only where its token is for everything anyway. */
export const mayRemember = (principal: string): boolean => principal === OWN_ENTRANCE.principal;

/** What a client made of it. `none`: nobody answered, or nothing that can be understood. */
export type FormAnswer =
  | { readonly kind: 'approve'; readonly remember: Remember }
  | { readonly kind: 'deny' }
  | { readonly kind: 'none' };

/** Consent is an `accept` with `approve` in it, where that was a choice, and nothing else is. */
export function readAnswer(response: unknown, mayApprove: boolean): FormAnswer {
  if (!isJsonObject(response)) return { kind: 'none' };
  const { action, content } = response;
  if (action === 'decline') return { kind: 'deny' };
  if (action !== 'accept' || !isJsonObject(content)) return { kind: 'none' };
  if (content['decision'] === 'deny') return { kind: 'deny' };
  if (content['decision'] !== 'approve' || !mayApprove) return { kind: 'none' };
  // What is no choice of ours asks for no more than this one call.
  return { kind: 'approve', remember: remembering.find((each) => each === content['remember']) ?? 'once' };
}
