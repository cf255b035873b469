import type { NewTokenRequest, TokenKind, ToolClassName } from '@toolmark/api-contract';
import { splitList } from '../profiles/split-list.ts';

/** A token in the form. */
export interface TokenDraft {
  name: string;
  /** For an MCP client, or for a script that uses the API. */
  kind: TokenKind;
  ceiling: ToolClassName;
  /** Whether it is limited to some servers. */
  isLimited: boolean;
  servers: string[];
  /** More servers as comma-separated patterns. */
  patterns: string;
  /** Empty for none. */
  profile: string;
  /** Whether its client may approve its own calls. */
  mayAnswer: boolean;
  /** In days; 0 for no expiry. */
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

/** The problems of the fields, one sentence each; the gateway checks again. */
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
        ? 'This name stands for callers without a token of their own. Choose another one.'
        : !NAME.test(name)
          ? 'Letters, digits, dots, _ and -, at most 64 of them.'
          : isTaken
            ? 'A token has or had this name. Choose another one.'
            : undefined;
  const isEmpty = draft.kind === 'client' && draft.isLimited && serversOf(draft).length === 0;
  return {
    ...(nameProblem !== undefined && { name: nameProblem }),
    ...(isEmpty && { servers: 'Choose at least one server, or enter a pattern.' }),
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
  ...new Set([...servers, ...splitList(patterns)]),
];
