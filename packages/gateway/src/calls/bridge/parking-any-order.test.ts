import { type RpcReply, result } from '@toolmark/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../../base/src/fixtures/test-clock.ts';
import { capable, parkingWorld, UNKNOWN } from '../../core/fixtures/parking-world.ts';
import { ANSWER_MS, DISMISSAL_GRACE_MS } from './limits.ts';

describe('any number of conversations of two principals, in any order', () => {
  interface Move {
    readonly kind: 'ask' | 'retry' | 'reply' | 'steal';
    readonly call: number;
  }
  const move = fc.record<Move>({
    kind: fc.constantFrom('ask', 'retry', 'reply', 'steal'),
    call: fc.nat({ max: 3 }),
  });

  it('has each question answered exactly once, with the answer of its own client', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 30 }), async (moves) => {
        const { core, server, gather, clock } = parkingWorld();
        const calls = Array.from({ length: 4 }, (_, index) => {
          const principal = index % 2 === 0 ? 'even' : 'odd';
          const params = { name: 's__a', arguments: { index } };
          const reply = core.handle('tools/call', params, capable({ principal }));
          return { principal, params, reply, received: server.last(), ended: false };
        });
        const answers: { readonly expected: string; readonly reply: Promise<RpcReply> }[] = [];
        for (const { kind, call: index } of moves) {
          const call = calls[index];
          if (call === undefined) continue;
          if (kind === 'ask' && !call.ended) {
            const label = `${index}`;
            answers.push({ expected: label, reply: call.received.ask('elicitation/create', { message: label }) });
          }
          if (kind === 'reply') {
            call.ended = true;
            call.received.reply(result({ content: [], index }));
          }
          await gather();
          const reply = await Promise.race([call.reply, settle()]);
          if (reply === undefined || reply.kind !== 'result' || reply.result['resultType'] !== 'input_required')
            continue;
          const { inputRequests, requestState } = reply.result;
          const asked = Object.entries(inputRequests as Record<string, { params: { message: string } }>);
          // A question is only ever shown to the client of its call.
          expect(asked.map(([, { params }]) => params.message)).toEqual(asked.map(() => `${index}`));
          const inputResponses = Object.fromEntries(
            asked.map(([key]) => [key, { action: 'accept', content: { by: index } }]),
          );
          const params = { ...call.params, inputResponses, requestState };
          if (kind === 'steal') {
            const thief = call.principal === 'even' ? 'odd' : 'even';
            expect(await core.handle('tools/call', params, capable({ principal: thief }))).toEqual(UNKNOWN);
          }
          if (kind === 'retry') {
            call.reply = core.handle('tools/call', params, capable({ principal: call.principal }));
            await settle();
          }
        }
        clock.pass(ANSWER_MS);
        await settle();
        for (const { expected, reply } of answers) {
          // By then every question has had an answer: the client's, or `cancel`.
          const got = await Promise.race([reply, settle()]);
          expect([
            result({ action: 'accept', content: { by: Number(expected) } }),
            result({ action: 'cancel' }),
          ]).toContainEqual(got);
        }
        clock.pass(DISMISSAL_GRACE_MS);
        for (const { received } of calls) received.reply(result({ content: [] }));
        await settle();
        expect([core.parked(), core.inFlight()]).toEqual([0, 0]);
      }),
      { numRuns: 60 },
    );
  });
});
