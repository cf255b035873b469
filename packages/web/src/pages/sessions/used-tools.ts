import type { ToolCall, ToolClassName } from '@toolmark/api-contract';

/** A session's use of one tool. */
export interface UsedTool {
  readonly server: string | null;
  readonly tool: string;
  /** The title at its latest call. */
  readonly title: string;
  readonly class: ToolClassName | null;
  readonly calls: number;
  readonly errors: number;
  readonly tokens: number;
}

/**
 * The tools of these calls, most called first.
 *
 * @param calls the oldest first
 * @example
 * usedTools(calls)[0] // { title: 'Read Note', calls: 12, … }
 */
export function usedTools(calls: readonly ToolCall[]): readonly UsedTool[] {
  const tools = new Map<string, UsedTool>();
  for (const { server, tool, title, class: of, status, metrics } of calls) {
    const key = JSON.stringify([server, tool]);
    const known = tools.get(key);
    tools.set(key, {
      server,
      tool,
      title,
      class: of,
      calls: (known?.calls ?? 0) + 1,
      // Refused calls do not count as errors, like everywhere else.
      errors: (known?.errors ?? 0) + (status === 'error' ? 1 : 0),
      tokens: (known?.tokens ?? 0) + (metrics.total_tokens ?? 0),
    });
  }
  return [...tools.values()].sort((a, b) => b.calls - a.calls || b.tokens - a.tokens);
}

/** The calls with the largest values; calls without a value are left out. */
export function topCalls(
  calls: readonly ToolCall[],
  of: (call: ToolCall) => number | null,
  most: number,
): readonly ToolCall[] {
  return calls
    .filter((call) => (of(call) ?? 0) > 0)
    .toSorted((a, b) => (of(b) ?? 0) - (of(a) ?? 0))
    .slice(0, most);
}
