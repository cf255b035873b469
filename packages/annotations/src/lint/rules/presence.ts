import { DEFAULT_HINTS, type HintName } from '../../hints.ts';
import { show } from '../../show.ts';
import { type LintRule, problemIf, type Subject, sameInAllProfiles } from '../rule.ts';

/** Missing and malformed hints. */
export const presenceRules: readonly LintRule[] = [
  {
    code: 'TM101',
    slug: 'missing-read-only-hint',
    summary: 'readOnlyHint is not declared',
    why: 'Clients then assume that the tool writes: VS Code and Codex ask before the call, Claude Code asks each time in plan mode, Cursor refuses it in Ask mode.',
    fix: 'Declare readOnlyHint: true if the tool changes nothing, false if it can.',
    severity: { spec: 'warning', anthropic: 'warning', openai: 'error' },
    check: (subject) => missing(subject, 'readOnlyHint'),
  },
  {
    code: 'TM102',
    slug: 'missing-destructive-hint',
    summary: 'destructiveHint is not declared',
    why: 'On a tool that writes, absent means destructive: creating a note is then announced like deleting one. The OpenAI review wants it on read-only tools too.',
    fix: 'Declare destructiveHint: false if the tool only adds, true if it can overwrite or delete.',
    severity: { spec: 'warning', anthropic: 'warning', openai: 'error' },
    check: (subject, { profile }) =>
      isReadOnly(subject)
        ? problemIf(
            profile.name === 'openai' && missing(subject, 'destructiveHint').length > 0,
            'destructiveHint is not declared; a tool that only reads should say false',
          )
        : missing(subject, 'destructiveHint'),
  },
  {
    code: 'TM103',
    slug: 'missing-idempotent-hint',
    summary: 'idempotentHint is not declared on a tool that writes',
    why: 'A call whose answer was lost can be retried safely only if the tool declares that a repeat has no further effect.',
    fix: 'Declare idempotentHint: true if the same call again has no further effect, else false.',
    severity: sameInAllProfiles('note'),
    check: (subject) => (isReadOnly(subject) ? [] : missing(subject, 'idempotentHint')),
  },
  {
    code: 'TM104',
    slug: 'missing-open-world-hint',
    summary: 'openWorldHint is not declared',
    why: 'Absent means open world: results count as untrusted, and gateways that detect leaks must assume the worst.',
    fix: 'Declare openWorldHint: false if the tool stays inside a closed domain, true if it reaches beyond.',
    severity: { spec: 'note', anthropic: 'note', openai: 'error' },
    check: (subject) => missing(subject, 'openWorldHint'),
  },
  {
    code: 'TM105',
    slug: 'no-safety-hint',
    summary: 'neither readOnlyHint nor destructiveHint is declared',
    why: 'The connector directory rejects servers with tools that declare neither; clients file them under "Other tools".',
    fix: 'Declare at least readOnlyHint or destructiveHint; all four is better.',
    severity: { spec: 'off', anthropic: 'error', openai: 'off' },
    check: ({ declared: { hints } }) =>
      problemIf(
        hints.readOnlyHint === undefined && hints.destructiveHint === undefined,
        'declares neither readOnlyHint nor destructiveHint',
      ),
  },
  {
    code: 'TM106',
    slug: 'malformed-annotation',
    summary: 'an annotation has the wrong type',
    why: 'Clients on the official SDKs refuse the whole tool list when one hint is not a boolean.',
    fix: 'Send hints as JSON booleans, title as a string, annotations as an object, or leave them out.',
    severity: sameInAllProfiles('error'),
    check: ({ declared }) =>
      declared.malformed.map(
        ({ key, expected, value }) =>
          `${key} must be ${expected === 'object' ? 'an' : 'a'} ${expected}, got ${show(value)}`,
      ),
  },
  {
    code: 'TM107',
    slug: 'unknown-annotation',
    summary: 'annotations has a key MCP does not know',
    why: 'Unknown keys are legal, but most clients drop them.',
    fix: "Move it to the tool's _meta under a key with your own prefix.",
    severity: sameInAllProfiles('note'),
    check: ({ declared }) => declared.unknownKeys.map((key) => `annotations.${key} is not part of MCP`),
  },
];

const isReadOnly = ({ resolution }: Subject): boolean => resolution.hints.readOnlyHint.value;

function missing({ declared, resolution }: Subject, hint: HintName): readonly string[] {
  const malformed = declared.malformed.some(({ key }) => key === hint || key === 'annotations');
  if (declared.hints[hint] !== undefined || malformed) return [];
  const suggestion = resolution.suggestions.find((candidate) => candidate.hint === hint);
  const advice = suggestion === undefined ? '' : `; ${suggestion.because}, so ${suggestion.value} looks right`;
  return [`${hint} is not declared, so clients assume ${DEFAULT_HINTS[hint]}${advice}`];
}
