import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../base/src/fixtures/fake-clock.ts';
import { modernCaller } from '../core/fixtures/caller.ts';
import { createSessions, MOST_SESSIONS } from './create-sessions.ts';
import { createSessionsWorld, MINUTE, START, type Step } from './fixtures/sessions-world.ts';
import type { SentTokens } from './sessions.ts';

const eras = ['legacy', 'modern'] as const;

/** The same for both eras: what a person sees of a session does not depend on the protocol that it came by. */
const scenarios: readonly (readonly [name: string, steps: readonly Step[], told: readonly string[]])[] = [
  [
    'connecting begins one, which ends like every other if no call follows',
    ['connect a', 'wait 60', 'restart'],
    ['0 #1 begins', '0 #1 ends: idle'],
  ],
  ['its first call is in the session of its connection', ['connect a', 'wait 5', 'call a'], ['0 #1 begins']],
  [
    'a client that names its conversations in its calls does not keep the one that it connected with',
    ['connect a', 'call a/x', 'call a/y'],
    ['0 #1 begins', '0 #1 ends: left', "0 'x' begins", "0 'y' begins"],
  ],
  ['nor ends it if it was used', ['connect a', 'call a', 'call a/x'], ['0 #1 begins', "0 'x' begins"]],
  [
    'connecting does not keep one open',
    ['call a', 'wait 20', 'connect a', 'wait 10'],
    ['0 #1 begins', '0 #1 ends: idle'],
  ],
  ['the first call begins one, the next ones are in it', ['call a', 'wait 5', 'call a'], ['0 #1 begins']],
  ['clients have one each', ['call a', 'call b', 'call a'], ['0 #1 begins', '0 #2 begins']],
  [
    'it ends when nothing happened for half an hour, at the time of what happened last',
    ['call a', 'wait 20', 'call a', 'wait 29', 'call a', 'wait 40'],
    ['0 #1 begins', '49 #1 ends: idle'],
  ],
  [
    'the next call after that begins another',
    ['call a', 'wait 31', 'call a'],
    ['0 #1 begins', '0 #1 ends: idle', '31 #2 begins'],
  ],
  [
    'each ends on its own',
    ['call a', 'wait 10', 'call b', 'wait 25', 'call b', 'wait 31'],
    ['0 #1 begins', '10 #2 begins', '0 #1 ends: idle', '35 #2 ends: idle'],
  ],
  [
    'a call under way keeps it open, and the half hour begins when the last one ended',
    ['begin a', 'begin a', 'wait 50', 'end a', 'wait 50', 'end a', 'wait 29', 'call a', 'wait 31'],
    ['0 #1 begins', '129 #1 ends: idle'],
  ],
  ['another call meanwhile is in it too', ['begin a', 'wait 50', 'call a', 'end a'], ['0 #1 begins']],
  [
    'a list begins one, and is counted with it',
    ['list a', 'list a', 'call a', 'list b'],
    ['0 #1 begins', 'menu #1 100+7/900', 'menu #1 100+7/900', '0 #2 begins', 'menu #2 100+7/900'],
  ],
  [
    'a list does not keep it open: clients ask for it by themselves',
    ['call a', 'wait 20', 'list a', 'wait 20', 'list a', 'call a'],
    ['0 #1 begins', 'menu #1 100+7/900', '0 #1 ends: idle', '40 #2 begins', 'menu #2 100+7/900'],
  ],
  [
    'a restart ends it, and the client goes on in another',
    ['call a', 'wait 3', 'restart', 'wait 1', 'call a'],
    ['0 #1 begins', '3 #1 ends: stopped', '4 #2 begins'],
  ],
  [
    'a call under way does not outlive the gateway',
    ['begin a', 'wait 3', 'restart', 'end a', 'wait 60'],
    ['0 #1 begins', '3 #1 ends: stopped'],
  ],
  [
    'conversations are told apart by a header',
    ['call a:x', 'call a:y', 'call a', 'call a:x'],
    ["0 'x' begins", "0 'y' begins", '0 #1 begins'],
  ],
  ['or in the call, which is the same', ['call a:x', 'call a/x', 'list a/x'], ["0 'x' begins", "menu 'x' 100+7/900"]],
  [
    'a named conversation is opened again after half an hour, under the same id',
    ['call a:x', 'wait 31', 'call a:x'],
    ["0 'x' begins", "0 'x' ends: idle", "31 'x' begins"],
  ],
  [
    'and after a restart',
    ['call a:x', 'wait 1', 'restart', 'call a/x', 'wait 31'],
    ["0 'x' begins", "1 'x' ends: stopped", "1 'x' begins", "1 'x' ends: idle"],
  ],
  ['a named conversation goes on over another connection', ['call a:x', 'reconnect a', 'call a:x'], ["0 'x' begins"]],
];

describe.each(eras)('sessions of clients of the %s era', (era) => {
  it.each(scenarios)('%s', async (_name, steps, told) => {
    const world = createSessionsWorld(era);
    await world.run(steps);
    expect(world.told()).toEqual(told);
    world.sessions().close('stopped');
    expect(world.timers()).toBe(0);
  });

  it('have everything that is known of them', async () => {
    const world = createSessionsWorld(era);
    await world.run(['call a', 'list a', 'call b:x', 'wait 31']);
    const [, , named] = world.entries;
    const id = named?.kind === 'session' ? named.id : '';
    const about = { at: START, principal: 'local', clientVersion: '1', era, mode: 'direct' };
    expect(world.entries).toEqual([
      { kind: 'session', id: '#1', ...about, client: 'a', conversation: null },
      { kind: 'menu', session: '#1', menuTokens: 100, discoveryTokens: 7, listingTokens: 900 },
      { kind: 'session', id, ...about, client: 'b', conversation: 'x' },
      { kind: 'session-end', id: '#1', at: START, reason: 'idle' },
      { kind: 'session-end', id, at: START, reason: 'idle' },
    ]);
  });
});

describe('sessions', () => {
  const setUp = () => {
    const clock = createFakeClock(START);
    const ended: string[] = [];
    const started: string[] = [];
    let now = START;
    const sessions = createSessions({
      clock: { ...clock, now: () => now },
      newId: () => `#${started.length}`,
      idleMs: 30 * MINUTE,
      write: (entry) => {
        if (entry.kind === 'session') started.push(entry.id);
        if (entry.kind === 'session-end') ended.push(`${entry.id} ${entry.at - START} ${entry.reason}`);
      },
    });
    const pass = (ms: number): void => {
      now += ms;
    };
    return { sessions, started, ended, pass };
  };
  const caller = (n: number) => modernCaller({ client: { name: `client ${n}`, version: '1' } });

  it('are found, without beginning one', () => {
    const { sessions, started } = setUp();
    expect(sessions.find(caller(1), {})).toBeUndefined();
    const id = sessions.of(caller(1), {});
    expect([sessions.find(caller(1), {}), sessions.find(caller(2), {})]).toEqual([id, undefined]);
    expect(started).toEqual([id]);
  });

  it('are over in time even if no timer ran, as when the machine slept', () => {
    const { sessions, ended, pass } = setUp();
    sessions.touch(sessions.of(caller(1), {}));
    pass(30 * MINUTE);
    expect(sessions.find(caller(1), {})).toBeUndefined();
    expect(ended).toEqual(['#0 0 idle']);
  });

  it('do not end before they began, whatever the clock does', () => {
    const { sessions, ended, pass } = setUp();
    sessions.touch(sessions.of(caller(1), {}));
    pass(-60 * MINUTE);
    sessions.touch(sessions.of(caller(1), {}));
    sessions.close('stopped');
    expect(ended).toEqual(['#0 0 stopped']);
  });

  it('are so many at most: the one that was idle for longest makes room, never one with a call under way', () => {
    const { sessions, started, ended, pass } = setUp();
    const running = sessions.of(caller(0), {});
    for (let n = 1; n < MOST_SESSIONS; n++) {
      pass(1);
      sessions.touch(sessions.of(caller(n), {}));
    }
    pass(1);
    sessions.touch(sessions.of(caller(1), {}));
    expect(ended).toEqual([]);
    sessions.of(caller(MOST_SESSIONS), {});
    expect(ended).toEqual(['#2 2 idle']);
    expect(started).toHaveLength(MOST_SESSIONS + 1);
    expect(sessions.find(caller(0), {})).toBe(running);
  });

  it('are more for as long as all of them have a call under way', () => {
    const { sessions, ended } = setUp();
    const ids = Array.from({ length: MOST_SESSIONS + 1 }, (_, n) => sessions.of(caller(n), {}));
    expect(ended).toEqual([]);
    for (const id of ids.slice(0, 2)) sessions.touch(id);
    expect(ended).toEqual(['#0 0 idle']);
  });

  it.each(['direct', 'search', 'web', 'cli', 'api'] as const)('are others in each mode: %s', (mode) => {
    const { sessions } = setUp();
    const other = mode === 'direct' ? 'search' : 'direct';
    const id = sessions.of(modernCaller({ mode }), {});
    expect(sessions.of(modernCaller({ mode: other }), {})).not.toBe(id);
    expect(sessions.of(modernCaller(mode === 'direct' ? {} : { mode }), {})).toBe(id);
  });
});

describe('what was sent', () => {
  it('belongs to its session, even when counting took longer than that', async () => {
    const told: string[] = [];
    const sessions = createSessions({
      clock: createFakeClock(),
      newId: () => 'new',
      idleMs: 30 * MINUTE,
      write: ({ kind }) => void told.push(kind),
    });
    const counting = Promise.withResolvers<SentTokens>();
    sessions.sent(modernCaller(), {}, counting.promise);
    sessions.sent(modernCaller(), {}, Promise.reject(new Error('cannot be counted')));
    sessions.touch(sessions.of(modernCaller(), {}));
    sessions.close('stopped');
    counting.resolve({ menu: 7, discovery: 0, listing: 7 });
    await new Promise(setImmediate);
    expect(told).toEqual(['session', 'session-end', 'menu']);
  });
});
