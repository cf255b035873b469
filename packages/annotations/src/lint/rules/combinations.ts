import { DEFAULT_HINTS, HINT_NAMES } from '../../hints.ts';
import { type LintRule, problemIf, sameInAllProfiles } from '../rule.ts';

/** Hints that contradict each other or have no effect together. */
export const combinationRules: readonly LintRule[] = [
  {
    code: 'TM301',
    slug: 'read-only-and-destructive',
    summary: 'readOnlyHint and destructiveHint are both true',
    why: 'A read-only tool cannot be destructive. Clients interpret the combination differently: Codex asks for approval, VS Code runs the tool without asking.',
    fix: 'Set destructiveHint: false if it only reads, readOnlyHint: false if it can destroy.',
    severity: sameInAllProfiles('error'),
    check: ({ declared: { hints } }) =>
      problemIf(
        hints.readOnlyHint === true && hints.destructiveHint === true,
        'readOnlyHint=true and destructiveHint=true cannot both hold',
      ),
  },
  {
    code: 'TM302',
    slug: 'meaningless-idempotent-hint',
    summary: 'idempotentHint is false on a read-only tool',
    why: 'In MCP, idempotentHint has a meaning only for tools that write. On a read-only tool, false can only indicate that answers change.',
    fix: 'Keep it if you mean that; otherwise set it to true or omit it.',
    severity: sameInAllProfiles('note'),
    check: ({ declared: { hints } }) =>
      problemIf(
        hints.readOnlyHint === true && hints.idempotentHint === false,
        'idempotentHint=false has no meaning on a read-only tool',
      ),
  },
  {
    code: 'TM303',
    slug: 'only-defaults',
    summary: 'every hint is declared with the value of its default',
    why: 'Libraries write these values by default, so clients learn nothing from them.',
    fix: 'Choose each hint for this tool.',
    severity: sameInAllProfiles('note'),
    check: ({ declared: { hints } }) =>
      problemIf(
        HINT_NAMES.every((hint) => hints[hint] === DEFAULT_HINTS[hint]),
        'declares exactly the four defaults',
      ),
  },
  {
    code: 'TM304',
    slug: 'open-world-reader',
    summary: 'a read-only tool is declared open-world',
    why: 'The MCP specification decides it: "If true, this tool may interact with an \'open world\' of external entities. … For example, the world of a web search tool is open, whereas that of a memory tool is not" (schema.ts, ToolAnnotations.openWorldHint). So a read-only tool that reaches the web correctly declares true. The OpenAI review interprets the hint as changing public or third-party state, and may ask about it.',
    fix: 'Keep true if the tool reaches beyond a closed domain. If the OpenAI review objects, quote the specification, or declare false for that directory only.',
    severity: { spec: 'off', anthropic: 'off', openai: 'note' },
    check: ({ declared: { hints } }) =>
      problemIf(
        hints.readOnlyHint === true && hints.openWorldHint === true,
        'is read-only and declares openWorldHint=true',
      ),
  },
];
