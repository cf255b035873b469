import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { legacyCaller, modernCaller } from '../core/fixtures/caller.ts';
import type { Caller } from '../model/caller.ts';
import { createSessions } from './create-sessions.ts';
import { createTicker } from './fixtures/ticker.ts';

const IDLE_MS = 100;
/** When it is counted is another matter. */
const NEVER = new Promise<never>(() => {});

type Act =
  | { readonly kind: 'begin'; readonly caller: Caller }
  | { readonly kind: 'end'; readonly which: number }
  | { readonly kind: 'list'; readonly caller: Caller }
  | { readonly kind: 'leave'; readonly session: string }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'stop' };

const session = fc.constantFrom('s1', 's2', 's3');
const caller = fc
  .record({
    client: fc.constantFrom('a', 'b'),
    conversation: fc.constantFrom(undefined, 'x', 'y'),
    session: fc.option(session),
  })
  .map(({ client: name, conversation, session }) => {
    const own = { client: { name, version: '1' }, conversation };
    return session === null ? modernCaller(own) : legacyCaller({ ...own, session });
  });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('begin'), caller }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('end'), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('list'), caller }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave'), session }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass'), ms: fc.nat(150) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop') }) },
);

it('whatever happens in whatever order: a session ends once each time it began, and has no call while it is closed', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const clock = createTicker();
      const open = new Map<string, number>();
      const running: string[] = [];
      let ids = 0;
      const start = () =>
        createSessions({
          clock,
          newId: () => `#${++ids}`,
          idleMs: IDLE_MS,
          write: (entry) => {
            if (entry.kind === 'session') {
              expect(open.has(entry.id)).toBe(false);
              open.set(entry.id, entry.at);
            } else if (entry.kind === 'session-end') {
              expect(open.get(entry.id)).toBeLessThanOrEqual(entry.at);
              expect(entry.at).toBeLessThanOrEqual(clock.now());
              // Only the end of the gateway cuts a call off.
              if (entry.reason !== 'stopped') expect(running).not.toContain(entry.id);
              open.delete(entry.id);
            }
          },
        });
      let sessions = start();
      for (const each of acts) {
        switch (each.kind) {
          case 'begin': {
            const id = sessions.of(each.caller, {});
            expect(open.has(id)).toBe(true);
            expect(sessions.find(each.caller, {})).toBe(id);
            running.push(id);
            break;
          }
          case 'end': {
            const [id] = running.splice(each.which % Math.max(1, running.length), 1);
            if (id !== undefined) sessions.touch(id);
            break;
          }
          case 'list':
            sessions.sent(each.caller, {}, NEVER);
            break;
          case 'leave':
            sessions.endProtocolSession(each.session);
            break;
          case 'pass':
            clock.pass(each.ms);
            break;
          case 'stop':
            sessions.close('stopped');
            expect(open.size).toBe(0);
            running.length = 0;
            sessions = start();
        }
      }
      // In the end everything is over: calls end, and then nothing happens any more.
      for (const id of running.splice(0)) sessions.touch(id);
      clock.pass(IDLE_MS);
      expect([open.size, clock.pending()]).toEqual([0, 0]);
    }),
    { numRuns: 500 },
  );
});
