import type { Era } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../base/src/fixtures/fake-clock.ts';
import { legacyCaller, modernCaller } from '../core/fixtures/caller.ts';
import { createSessions } from './create-sessions.ts';
import { createSessionsWorld, MINUTE, START, type Step } from './fixtures/sessions-world.ts';

describe('an older client that leaves', () => {
  it.each<readonly [string, readonly Step[], readonly string[]]>([
    [
      'ends its session, and has another one when it is back',
      ['call a', 'wait 5', 'leave a', 'wait 1', 'call a'],
      ['0 #1 begins', '5 #1 ends: left', '6 #2 begins'],
    ],
    [
      'leaves a session without a call if it never called',
      ['list a', 'leave a'],
      ['0 #1 begins', 'menu #1 100+7/900', '0 #1 ends: left'],
    ],
    ['does not end what others do', ['call a', 'call b', 'leave a'], ['0 #1 begins', '0 #2 begins', '0 #1 ends: left']],
    ['leaves once', ['call a', 'leave a', 'leave a', 'wait 60'], ['0 #1 begins', '0 #1 ends: left']],
    [
      'is not gone before the last of its calls has ended',
      ['begin a', 'begin a', 'wait 1', 'leave a', 'wait 1', 'end a', 'wait 1', 'end a'],
      ['0 #1 begins', '3 #1 ends: left'],
    ],
    [
      'ends each conversation that it named',
      ['call a:x', 'call a:y', 'call a', 'wait 1', 'leave a'],
      ["0 'x' begins", "0 'y' begins", '0 #1 begins', "1 'x' ends: left", "1 'y' ends: left", '1 #1 ends: left'],
    ],
    [
      'opens a conversation again when it is back',
      ['call a:x', 'wait 1', 'leave a', 'wait 1', 'call a:x'],
      ["0 'x' begins", "1 'x' ends: left", "2 'x' begins"],
    ],
    ['is two if it connects twice', ['call a', 'reconnect a', 'call a'], ['0 #1 begins', '0 #2 begins']],
  ])('%s', async (_name, steps, told) => {
    const world = createSessionsWorld('legacy');
    await world.run(steps);
    expect(world.told()).toEqual(told);
  });

  const setUp = () => {
    const clock = createFakeClock(START);
    const told: string[] = [];
    const sessions = createSessions({
      clock,
      newId: () => 'new',
      idleMs: 30 * MINUTE,
      write: (entry) => void told.push(entry.kind === 'session-end' ? `${entry.kind}: ${entry.reason}` : entry.kind),
    });
    const call = (era: Era, session: string): void => {
      const change = { conversation: 'x' };
      const caller = era === 'legacy' ? legacyCaller({ ...change, session }) : modernCaller(change);
      sessions.touch(sessions.of(caller, {}));
    };
    return { clock, told, sessions, call };
  };

  it('does not end a conversation that another of its protocol sessions still uses', () => {
    const { sessions, told, call } = setUp();
    call('legacy', 'one');
    call('legacy', 'two');
    sessions.endProtocolSession('one');
    expect(told).toEqual(['session']);
    sessions.endProtocolSession('two');
    expect(told).toEqual(['session', 'session-end: left']);
  });

  it('does not end a conversation that goes on in 2026-07-28, where nobody says goodbye', async () => {
    const { clock, sessions, told, call } = setUp();
    call('legacy', 'one');
    call('modern', '');
    sessions.endProtocolSession('one');
    expect(told).toEqual(['session']);
    await clock.advance(31 * MINUTE);
    expect(told).toEqual(['session', 'session-end: idle']);
  });

  it('leaves no session open for a call that found its session too late', () => {
    const { sessions, told } = setUp();
    sessions.endProtocolSession('one');
    sessions.touch(sessions.of(legacyCaller({ session: 'one' }), {}));
    expect(told).toEqual(['session', 'session-end: left']);
  });
});
