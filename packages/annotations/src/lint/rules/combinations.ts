import { DEFAULT_HINTS, HINT_NAMES } from '../../hints.ts';
import { everywhere, type LintRule, when } from '../rule.ts';

/** Hints that cannot hold together, or say nothing together. */
export const combinationRules: readonly LintRule[] = [
  {
    code: 'TM301',
    slug: 'read-only-and-destructive',
    summary: 'readOnlyHint and destructiveHint are both true',
    why: 'A tool that changes nothing cannot destroy anything. Codex asks for approval, VS Code runs it unasked: nobody knows what is meant.',
    fix: 'Set destructiveHint: false if it only reads, readOnlyHint: false if it can destroy.',
    severity: everywhere('error'),
    check: ({ declared: { hints } }) =>
      when(
        hints.readOnlyHint === true && hints.destructiveHint === true,
        'readOnlyHint=true and destructiveHint=true cannot both hold',
      ),
  },
  {
    code: 'TM302',
    slug: 'meaningless-idempotent-hint',
    summary: 'idempotentHint is false on a read-only tool',
    why: 'MCP gives idempotentHint a meaning only where a tool writes. On a reader false is at best a remark that answers change.',
    fix: 'Leave it, if that remark is what you mean; otherwise set it to true or leave it out.',
    severity: everywhere('note'),
    check: ({ declared: { hints } }) =>
      when(
        hints.readOnlyHint === true && hints.idempotentHint === false,
        'idempotentHint=false says nothing on a read-only tool',
      ),
  },
  {
    code: 'TM303',
    slug: 'only-defaults',
    summary: 'every hint is declared with the value of its default',
    why: 'That is what a library writes when nobody thought about the tool; clients learn nothing from it.',
    fix: 'Decide each hint for this tool.',
    severity: everywhere('note'),
    check: ({ declared: { hints } }) =>
      when(
        HINT_NAMES.every((hint) => hints[hint] === DEFAULT_HINTS[hint]),
        'declares exactly the four defaults',
      ),
  },
  {
    code: 'TM304',
    slug: 'open-world-reader',
    summary: 'a read-only tool is declared open-world',
    why: 'The OpenAI review means by openWorldHint that a tool can change public or third-party state; a web search is false there. The MCP specification means reaching the open world at all; a web search is true.',
    fix: 'For the OpenAI review declare openWorldHint: false on tools that only read.',
    severity: { spec: 'off', anthropic: 'off', openai: 'warning' },
    check: ({ declared: { hints } }) =>
      when(hints.readOnlyHint === true && hints.openWorldHint === true, 'is read-only and declares openWorldHint=true'),
  },
];
