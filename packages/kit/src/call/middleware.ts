import type { ToolDefinition } from '@toolmark/annotations';
import { isOutcome, type ToolOutcome } from '../outcome/outcome.ts';
import type { AuthInfo, ToolContext } from './context.ts';

/** One call on its way to the handler. */
export interface ToolCall {
  /** The tool as clients see it. */
  readonly tool: ToolDefinition;
  /** As they arrived. They are checked against `inputSchema` after all middleware, just before the handler. */
  readonly args: unknown;
  readonly context: ToolContext;
  /** Hands an error to the kit's `onError` without failing the call. */
  readonly report: (error: unknown) => void;
}

/**
 * A step around every call. It returns what `next()` gives, or an outcome of its own instead.
 *
 * @example
 * const refuseAtNight: Middleware = (call, next) =>
 *   isNight() ? fail('CLOSED', 'The shop opens at eight. Try again then.') : next();
 */
export interface Middleware {
  (call: ToolCall, next: () => Promise<ToolOutcome>): ToolOutcome | Promise<ToolOutcome>;
  /** Says who may see the tool in `tools/list`. Everybody, where absent. */
  readonly isVisible?: (caller: ToolViewer) => boolean;
}

/** Who asks for the list of tools, and about which one. */
export interface ToolViewer {
  readonly tool: ToolDefinition;
  readonly auth: AuthInfo | undefined;
}

/** Runs the steps in order, the first outermost, and `handler` inside them all. */
export function compose(
  steps: readonly Middleware[],
  call: ToolCall,
  handler: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const run = async (index: number): Promise<ToolOutcome> => {
    const step = steps[index];
    if (step === undefined) return handler();
    let called = false;
    const outcome: unknown = await step(call, async () => {
      // A second run would do the tool's work twice, whatever its hints say.
      if (called) throw new Error(`Middleware ${nameOf(step, index)} called next() twice`);
      called = true;
      return run(index + 1);
    });
    if (isOutcome(outcome)) return outcome;
    throw new Error(`Middleware ${nameOf(step, index)} must return what next() gives, or ok(…), fail(…) or content(…)`);
  };
  return run(0);
}

function nameOf(step: Middleware, index: number): string {
  return step.name === '' ? `number ${index + 1}` : `'${step.name}'`;
}
