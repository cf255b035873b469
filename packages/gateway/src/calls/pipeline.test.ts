import { type RpcReply, result } from '@toolmark/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legacyCaller } from '../core/fixtures/caller.ts';
import type { Call } from '../model/call.ts';
import { compose, createCall, type Step } from './pipeline.ts';

const call = (): Call =>
  createCall({ id: '1', seq: 1, name: 'x', params: {}, arguments: undefined, caller: legacyCaller(), startedAt: 0 });
const done: RpcReply = result({ done: true });

describe('compose', () => {
  it('runs the first step outermost and the last innermost, whichever of them answers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 8 }), fc.nat(), async (length, at) => {
        const answering = at % length;
        const trace: string[] = [];
        const steps = Array.from(
          { length },
          (_, index): Step =>
            async (_call, next) => {
              trace.push(`in ${index}`);
              const reply = index === answering ? done : await next();
              trace.push(`out ${index}`);
              return reply;
            },
        );
        expect(await compose(steps)(call())).toBe(done);
        const indices = Array.from({ length: answering + 1 }, (_, index) => index);
        expect(trace).toEqual([...indices.map((i) => `in ${i}`), ...indices.toReversed().map((i) => `out ${i}`)]);
      }),
    );
  });

  it('keeps calls apart', async () => {
    const run = compose([(current, next) => next().then(() => result({ id: current.id })), async () => done]);
    const calls = ['a', 'b', 'c'].map((id) => ({ ...call(), id }));
    expect(await Promise.all(calls.map(run))).toEqual(calls.map(({ id }) => result({ id })));
  });

  it.each<[string, Step[], string]>([
    [
      'a step that goes on twice',
      [
        async function twice(_, next) {
          await next();
          return next();
        },
        async () => done,
      ],
      "Step 'twice' called next() twice.",
    ],
    ['steps of which none answers', [(_, next) => next()], 'No step of the pipeline answered the call.'],
    ['no steps', [], 'No step of the pipeline answered the call.'],
    [
      'a step that throws at once',
      [
        (_, next) => next(),
        () => {
          throw new Error('broken');
        },
      ],
      'broken',
    ],
  ])('rejects %s', async (_, steps, message) => {
    await expect(compose(steps)(call())).rejects.toThrow(message);
  });

  it('lets a step around it make a reply of what another threw', async () => {
    const rescue: Step = (_, next) => next().catch(() => done);
    const broken: Step = () => {
      throw new Error('broken');
    };
    expect(await compose([rescue, broken])(call())).toBe(done);
  });
});
