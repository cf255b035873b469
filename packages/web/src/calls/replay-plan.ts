import type { Tool, ToolCall, ToolClassName } from '@toolmark/api-contract';

/** What repeating a call would do. */
export interface ReplayPlan {
  /** The stricter of the tool's class then and now. */
  readonly class: ToolClassName;
  /** Whether it can run without confirmation: read-only then and now, and allowed by the policy. */
  readonly isHarmless: boolean;
  readonly tells: readonly string[];
}

const SEVERITY: Readonly<Record<ToolClassName, number>> = { read: 0, additive: 1, destructive: 2 };

const CLASS_EFFECTS: Readonly<Record<ToolClassName, string>> = {
  read: 'It is read-only: it changes nothing.',
  additive: 'It adds data: what the first call added may exist twice afterwards.',
  destructive: 'It may delete or overwrite data, which may have changed since the first call.',
};

/** A tool of unknown class may do anything. */
export function replayPlan(call: Pick<ToolCall, 'class'>, tool: Pick<Tool, 'class' | 'policy' | 'hints'>): ReplayPlan {
  const then = call.class ?? 'destructive';
  const stricter = SEVERITY[then] > SEVERITY[tool.class] ? then : tool.class;
  const { decision } = tool.policy;
  return {
    class: stricter,
    isHarmless: stricter === 'read' && decision === 'allow',
    tells: [
      CLASS_EFFECTS[stricter],
      ...(then === tool.class ? [] : [`It was ${then} then and is ${tool.class} now: the stricter class applies.`]),
      ...(stricter !== 'read' && tool.hints.idempotentHint.value
        ? ['It declares that repeating the call with the same arguments has no further effect.']
        : []),
      ...(tool.hints.openWorldHint.value ? ['It reaches beyond its own system.'] : []),
      ...(decision === 'ask' ? ['The policy asks for approval: calling it from here counts as the approval.'] : []),
      ...(decision === 'deny' || decision === 'hold'
        ? ['The policy will refuse it, and the refusal is recorded.']
        : []),
    ],
  };
}
