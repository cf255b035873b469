import { describe, expect, it } from 'vitest';
import { fail, ok, type ToolOutcome } from '../outcome/outcome.ts';
import { compose, type Middleware, type ToolCall } from './middleware.ts';

const call: ToolCall = {
  tool: { name: 'get_note' },
  args: {},
  context: { signal: new AbortController().signal, auth: undefined, progress: async () => {}, sdk: undefined },
  report: () => {},
};

function traced(): {
  readonly trace: string[];
  readonly step: (name: string) => Middleware;
  readonly handler: () => Promise<ToolOutcome>;
} {
  const trace: string[] = [];
  return {
    trace,
    step: (name) => async (_, next) => {
      trace.push(`${name} in`);
      const outcome = await next();
      trace.push(`${name} out`);
      return outcome;
    },
    handler: async () => {
      trace.push('handler');
      return ok(1);
    },
  };
}

describe('compose', () => {
  it('runs the first step outermost', async () => {
    const { trace, step, handler } = traced();
    expect(await compose([step('a'), step('b')], call, handler)).toEqual(ok(1));
    expect(trace).toEqual(['a in', 'b in', 'handler', 'b out', 'a out']);
  });

  it('runs the handler alone if there are no steps', async () => {
    const { trace, handler } = traced();
    expect(await compose([], call, handler)).toEqual(ok(1));
    expect(trace).toEqual(['handler']);
  });

  it('lets a step answer instead of the handler, or change the answer', async () => {
    const { trace, step, handler } = traced();
    const refuse: Middleware = () => fail('NO', 'no');
    const redact: Middleware = async (_, next) => {
      const outcome = await next();
      return outcome.kind === 'failed' ? fail(outcome.code, 'redacted') : outcome;
    };
    expect(await compose([redact, step('a'), refuse, step('b')], call, handler)).toEqual(fail('NO', 'redacted'));
    expect(trace).toEqual(['a in', 'a out']);
  });

  it('rejects a second call of next()', async () => {
    const { trace, handler } = traced();
    const twice: Middleware = async (_, next) => {
      await next();
      return next();
    };
    await expect(compose([twice], call, handler)).rejects.toThrow("Middleware 'twice' called next() twice");
    expect(trace).toEqual(['handler']);
  });

  it('rejects a step that returns nothing', async () => {
    const { handler } = traced();
    const steps = [
      async (_: ToolCall, next: () => Promise<ToolOutcome>) => {
        await next();
      },
    ] as unknown as Middleware[];
    await expect(compose(steps, call, handler)).rejects.toThrow(
      'Middleware number 1 must return the outcome of next(), or ok(…), fail(…) or content(…)',
    );
  });

  it('propagates errors', async () => {
    const { step } = traced();
    const broken = () => Promise.reject(new Error('broken'));
    await expect(compose([step('a')], call, broken)).rejects.toThrow('broken');
  });
});
