import { readAnnotations, type ToolDefinition } from '../definition.ts';
import type { PartialHints } from '../hints.ts';

/** A client's reaction, in its default mode, when a model wants to call a tool. */
export type ClientVerdict = 'runs' | 'asks' | 'refuses';

export interface ClientPrediction {
  readonly verdict: ClientVerdict;
  /** One sentence that names the deciding hint. */
  readonly says: string;
}

/**
 * How one AI client treats hints, with the source of that information. Clients change, so each entry carries a date.
 */
export interface ClientKnowledge {
  readonly id: string;
  readonly name: string;
  readonly asOf: string;
  readonly source: string;
  /** `code`: from the client's source code. `reports`: second-hand, from public issues and review criteria. */
  readonly basis: 'code' | 'reports';
  readonly predict: (declared: PartialHints) => ClientPrediction;
}

const runs = (says: string): ClientPrediction => ({ verdict: 'runs', says });
const asks = (says: string): ClientPrediction => ({ verdict: 'asks', says });
const refuses = (says: string): ClientPrediction => ({ verdict: 'refuses', says });

/** The clients whose treatment of hints is known. */
export const CLIENTS: readonly ClientKnowledge[] = Object.freeze([
  {
    id: 'vscode',
    name: 'VS Code',
    asOf: '2026-11-15',
    source: 'microsoft/vscode mcpLanguageModelToolContribution.ts; #266399',
    basis: 'code',
    predict: ({ readOnlyHint, openWorldHint }) => {
      // VS Code reads an absent openWorldHint as false, unlike the specification.
      const after = openWorldHint === true ? '; its result is confirmed before the model sees it (openWorldHint)' : '';
      return readOnlyHint === true
        ? runs(`runs without asking (readOnlyHint)${after}`)
        : asks(`asks before the call, unless the user auto-confirms it${after}`);
    },
  },
  {
    id: 'codex',
    name: 'Codex',
    asOf: '2026-08-22',
    source: 'openai/codex@343074d mcp_tool_call.rs',
    basis: 'code',
    predict: ({ readOnlyHint, destructiveHint, openWorldHint }) => {
      if (destructiveHint === true) return asks('asks for approval (destructiveHint), even if the tool is read-only');
      if (readOnlyHint === true) return runs('runs without approval, also in parallel with others (readOnlyHint)');
      if (destructiveHint === false && openWorldHint === false) {
        return runs('runs without approval (destructiveHint=false and openWorldHint=false)');
      }
      const why =
        destructiveHint === undefined ? 'destructiveHint absent counts as true' : 'openWorldHint is not false';
      return asks(`asks for approval (${why}); \`codex exec\` cancels the call`);
    },
  },
  {
    id: 'goose',
    name: 'Goose',
    asOf: '2026-04-03',
    source: 'block/goose@e94f304 permission_inspector.rs',
    basis: 'code',
    predict: ({ readOnlyHint }) => {
      if (readOnlyHint === true) return runs('runs in approve and smart-approve mode (readOnlyHint)');
      if (readOnlyHint === false) return asks('asks, and remembers "ask before" for the tool (readOnlyHint=false)');
      return asks('asks in approve mode; in smart-approve a model guesses whether the tool only reads');
    },
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    asOf: '2026-08-21',
    source: 'google-gemini/gemini-cli@5411f11 plan.toml',
    basis: 'code',
    predict: ({ readOnlyHint }) =>
      readOnlyHint === true
        ? asks('asks; in plan mode it asks too, where tools that are not read-only are denied')
        : asks('asks; denied in plan mode, which only admits readOnlyHint=true'),
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    asOf: '2026-11-15',
    source: 'public issues: claude-code#30142, #87452; codedb#699, tilth#168, plane#198',
    basis: 'reports',
    predict: ({ readOnlyHint }) =>
      readOnlyHint === true
        ? asks('asks once per permission rule; free to run in plan mode (readOnlyHint)')
        : asks('asks once per permission rule; in plan mode asks before every call, allow rules or not'),
  },
  {
    id: 'claude',
    name: 'Claude',
    asOf: '2026-11-15',
    source: 'connector review criteria as quoted in public submissions',
    basis: 'reports',
    predict: ({ readOnlyHint, destructiveHint }) => {
      if (destructiveHint === true && readOnlyHint !== true) return asks('always prompts (destructiveHint)');
      if (readOnlyHint === true) return runs('can run without a prompt for each call (readOnlyHint)');
      if (readOnlyHint === undefined && destructiveHint === undefined) {
        return asks('prompts; listed under "Other tools", and the directory rejects the server');
      }
      return asks('prompts; listed under "Write/delete"');
    },
  },
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    asOf: '2026-11-15',
    source: 'public issues: exomem#76, anythingmcp#579, grafana#1009, Teamwork/mcp#420',
    basis: 'reports',
    predict: ({ readOnlyHint, destructiveHint, openWorldHint }) => {
      const absent = Object.entries({ readOnlyHint, destructiveHint, openWorldHint }).flatMap(([hint, value]) =>
        value === undefined ? [hint] : [],
      );
      if (absent.length > 0) return refuses(`app review rejects the server (${absent.join(', ')} not declared)`);
      return readOnlyHint === true
        ? runs('runs without confirmation (readOnlyHint)')
        : asks(`asks, with a WRITE badge${destructiveHint === true ? ' and a destructive one' : ''}`);
    },
  },
]);

/** A prediction for one client, together with its source. */
export interface ClientForecast extends ClientPrediction {
  readonly client: string;
  readonly name: string;
}

/**
 * Predicts how each known AI client treats a tool with the hints it declares.
 *
 * @example
 * predictClients(tool).find(({ client }) => client === 'codex')?.verdict // 'asks'
 */
export function predictClients(tool: ToolDefinition): readonly ClientForecast[] {
  const { hints } = readAnnotations(tool);
  return CLIENTS.map(({ id, name, predict }) => ({ client: id, name, ...predict(hints) }));
}
