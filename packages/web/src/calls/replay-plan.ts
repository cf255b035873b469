import type { Tool, ToolCall, ToolClassName } from '@toolmark/api-contract';

/** What making a call again would do. */
export interface ReplayPlan {
  /** By the stricter of what the tool was and what it is. */
  readonly class: ToolClassName;
  /** Whether nobody has to be asked: it only reads, only read, and the policy lets it pass. */
  readonly isHarmless: boolean;
  readonly tells: readonly string[];
}

const SEVERITY: Readonly<Record<ToolClassName, number>> = { read: 0, additive: 1, destructive: 2 };

const DOES: Readonly<Record<ToolClassName, string>> = {
  read: 'It only reads: nothing is changed.',
  additive: 'It adds something once more: what the first call added may be there twice.',
  destructive: 'It may delete or overwrite what is there by now, which need not be what was there then.',
};

/** What nobody knows may be anything. */
export function replayPlan(call: Pick<ToolCall, 'class'>, tool: Pick<Tool, 'class' | 'policy' | 'hints'>): ReplayPlan {
  const then = call.class ?? 'destructive';
  const stricter = SEVERITY[then] > SEVERITY[tool.class] ? then : tool.class;
  const { decision } = tool.policy;
  return {
    class: stricter,
    isHarmless: stricter === 'read' && decision === 'allow',
    tells: [
      DOES[stricter],
      ...(then === tool.class ? [] : [`It was ${then} then and is ${tool.class} now: the stricter of the two counts.`]),
      ...(stricter !== 'read' && tool.hints.idempotentHint.value
        ? ['It says that calling it again with the same arguments changes nothing more.']
        : []),
      ...(tool.hints.openWorldHint.value ? ['It reaches beyond its own system.'] : []),
      ...(decision === 'ask' ? ['The policy asks a person first: calling it from here is the answer.'] : []),
      ...(decision === 'deny' || decision === 'hold' ? ['The policy will refuse it, and that will be recorded.'] : []),
    ],
  };
}
