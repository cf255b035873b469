import type { ToolDefinition } from '@toolmark/annotations';
import { isOutcome, type ToolOutcome } from '../outcome/outcome.ts';
import type { AuthInfo, ToolContext } from './context.ts';

/** One call on its way to the handler. */
export interface ToolCall {
  /** The tool as clients see it. */
  readonly tool: ToolDefinition;
  /** The raw arguments. They are validated against `inputSchema` after all middleware, just before the handler. */
  readonly args: unknown;
  readonly context: ToolContext;
  /** Passes an error to the kit's `onError` without failing the call. */
  readonly report: (error: unknown) => void;
}

/**
 * A step around every call. It returns the outcome of `next()`, or one of its own.
 *
 * @example
 * const refuseAtNight: Middleware = (call, next) =>
 *   isNight() ? fail('CLOSED', 'The shop opens at eight. Try again then.') : next();
 */
export interface Middleware {
  (call: ToolCall, next: () => Promise<ToolOutcome>): ToolOutcome | Promise<ToolOutcome>;
  /** Whether the caller may see the tool in `tools/list`. Everybody may if this is absent. */
  readonly isVisible?: (caller: ToolViewer) => boolean;
}

/** The caller of `tools/list`, with the tool in question. */
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
      // A second run would repeat the tool's effects.
      if (called) throw new Error(`Middleware ${stepName(step, index)} called next() twice`);
      called = true;
      return run(index + 1);
    });
    if (isOutcome(outcome)) return outcome;
    throw new Error(
      `Middleware ${stepName(step, index)} must return the outcome of next(), or ok(…), fail(…) or content(…)`,
    );
  };
  return run(0);
}

function stepName(step: Middleware, index: number): string {
  return step.name === '' ? `number ${index + 1}` : `'${step.name}'`;
}
