import { isJsonObject } from '@toolmark/annotations';
import { type Remember, remembering } from '@toolmark/api-contract';
import type { Caller } from '../core/caller.ts';
import { OWN_ENTRANCE } from '../core/entrance.ts';
import type { JsonObject } from '../rpc.ts';

/** The first revision in which questions have a mode and choices have titles of their own. */
const TITLED_SINCE = '2025-11-25';

const DECISIONS = { approve: 'Approve', deny: 'Deny' };
const REMEMBERING: Readonly<Record<Remember, string>> = {
  once: 'This call only',
  session: 'This tool, until the session ends',
  always: 'This tool, until it is revoked',
};

/**
 * The question as a client shows it. A client whose token is for less than everything is not offered to make it more: what it
 * answers holds for one call.
 */
export function toForm(
  message: string,
  { protocolVersion, principal }: Pick<Caller, 'protocolVersion' | 'principal'>,
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
        decision: choice('Your decision', DECISIONS),
        ...(mayRemember(principal) && { remember: choice('An approval holds for', REMEMBERING, 'once') }),
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

/** Consent is an `accept` with `approve` in it, and nothing else is. */
export function readAnswer(response: unknown): FormAnswer {
  if (!isJsonObject(response)) return { kind: 'none' };
  const { action, content } = response;
  if (action === 'decline') return { kind: 'deny' };
  if (action !== 'accept' || !isJsonObject(content)) return { kind: 'none' };
  if (content['decision'] === 'deny') return { kind: 'deny' };
  if (content['decision'] !== 'approve') return { kind: 'none' };
  // What is no choice of ours asks for no more than this one call.
  return { kind: 'approve', remember: remembering.find((each) => each === content['remember']) ?? 'once' };
}
