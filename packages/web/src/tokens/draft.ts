import type { NewTokenRequest, TokenKind, ToolClassName } from '@toolmark/api-contract';
import { toWords } from '../profiles/words-of.ts';

/** A token as somebody fills it in. */
export interface TokenDraft {
  name: string;
  /** For an MCP client, or for a script that uses the API. */
  kind: TokenKind;
  ceiling: ToolClassName;
  /** Whether it is for some servers only. */
  isLimited: boolean;
  servers: string[];
  /** More servers, by patterns, with commas. */
  patterns: string;
  /** Empty for none. */
  profile: string;
  /** Whether its client may answer questions about its own calls. */
  mayAnswer: boolean;
  /** In days; 0 for good. */
  days: number;
}

export const newTokenDraft = (): TokenDraft => ({
  name: '',
  kind: 'client',
  ceiling: 'read',
  isLimited: false,
  servers: [],
  patterns: '',
  profile: '',
  mayAnswer: true,
  days: 30,
});

const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$/;

/** What is wrong with a field, in a sentence; the gateway has the last word. */
export function tokenProblems(
  draft: TokenDraft,
  taken: readonly string[],
): { readonly name?: string; readonly servers?: string } {
  const name = draft.name.trim();
  const isTaken = taken.some((other) => other.toLowerCase() === name.toLowerCase());
  const nameProblem =
    name === ''
      ? undefined
      : name.toLowerCase() === 'local'
        ? 'That is whoever has no token of their own. Take another name.'
        : !NAME.test(name)
          ? 'Letters, digits, dots, _ and -, at most 64 of them.'
          : isTaken
            ? 'There is a token of this name already, or there was one. Take another name.'
            : undefined;
  const isEmpty = draft.kind === 'client' && draft.isLimited && serversOf(draft).length === 0;
  return {
    ...(nameProblem !== undefined && { name: nameProblem }),
    ...(isEmpty && { servers: 'Choose at least one, or write a pattern.' }),
  };
}

export function toTokenRequest(draft: TokenDraft): NewTokenRequest {
  const always = { name: draft.name.trim(), ...(draft.days > 0 && { expires_in_days: draft.days }) };
  if (draft.kind === 'api') return { ...always, kind: 'api' };
  return {
    ...always,
    ceiling: draft.ceiling,
    ...(draft.isLimited && { servers: serversOf(draft) }),
    ...(draft.profile !== '' && { profile: draft.profile }),
    ...(!draft.mayAnswer && { may_answer: false }),
  };
}

const serversOf = ({ servers, patterns }: TokenDraft): readonly string[] => [
  ...new Set([...servers, ...toWords(patterns)]),
];
