import { DEFAULT_HINTS, HINT_NAMES } from '../../hints.ts';
import { everywhere, type LintRule, when } from '../rule.ts';

/** Hints that contradict each other or have no effect together. */
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
    why: 'The MCP specification decides it: "If true, this tool may interact with an \'open world\' of external entities. … For example, the world of a web search tool is open, whereas that of a memory tool is not" (schema.ts, ToolAnnotations.openWorldHint). So a reader that reaches the web is right to declare true. The OpenAI review reads the hint otherwise, as changing public or third-party state, and may ask about it.',
    fix: 'Keep true if the tool reaches beyond a closed domain. If the OpenAI review asks, explain it with the sentence of the specification, or declare false for that directory only.',
    severity: { spec: 'off', anthropic: 'off', openai: 'note' },
    check: ({ declared: { hints } }) =>
      when(hints.readOnlyHint === true && hints.openWorldHint === true, 'is read-only and declares openWorldHint=true'),
  },
];
