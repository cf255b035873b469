import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../../base/src/fixtures/fake-clock.ts';
import { createFakeConnection, createFakeOpen, never, type OpenAnswer, refused } from '../fixtures/fake-connection.ts';
import { backOff } from './back-off.ts';
import { createLink, type Link } from './link.ts';

function setUp(...answers: readonly OpenAnswer[]) {
  const clock = createFakeClock(0);
  const { open, attempts } = createFakeOpen(...answers);
  const heard: string[] = [];
  const failures: string[] = [];
  const link: Link = createLink({
    open: (signal) => open({ ...({} as Parameters<typeof open>[0]), signal }),
    timeoutMs: 10_000,
    clock,
    random: () => 0.5,
    onOpen: () => heard.push('open'),
    onGone: (isDraining) => heard.push(isDraining ? 'draining' : 'gone'),
    onFailure: () => failures.push(link.phase().kind),
    onPhase: () => heard.push(link.phase().kind),
  });
  return { clock, attempts, heard, failures, link };
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', reject));

describe('backOff', () => {
  it.each([
    [0, 500],
    [1, 1_000],
    [6, 32_000],
    [7, 60_000],
    [2_000, 60_000],
  ])('after %i failures waits up to %i ms', (failures, ceiling) => {
    expect(backOff(failures, () => 0)).toBe(0);
    expect(backOff(failures, () => 0.5)).toBe(ceiling / 2);
    expect(backOff(failures, () => 0.999_999)).toBe(ceiling);
  });
});

describe('a link', () => {
  it('connects asynchronously, without an event before', async () => {
    const { link, heard, attempts } = setUp(createFakeConnection());
    expect(link.phase().kind).toBe('connecting');
    expect(heard).toEqual([]);
    await settle();
    expect(attempts).toHaveLength(1);
    expect(heard).toEqual(['open', 'open']);
  });

  it('backs off while connecting fails', async () => {
    const { clock, attempts, link } = setUp(refused('Connection refused.'));
    const waits: number[] = [];
    for (let attempt = 0; attempt < 10; attempt++) {
      await settle();
      const { kind, nextAttempt = 0, reason } = link.phase();
      expect({ kind, reason }).toEqual({ kind: 'waiting', reason: 'Connection refused.' });
      waits.push(nextAttempt - clock.now());
      expect(attempts).toHaveLength(attempt + 1);
      await clock.advance(nextAttempt - clock.now());
    }
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('reconnects at once after the first loss, then with back-off until a connection was stable', async () => {
    const connections = Array.from({ length: 5 }, () => createFakeConnection({ stderrTail: ['bye'] }));
    const { clock, link, attempts } = setUp(...connections);
    await settle();

    connections[0]?.die('It ended with code 1.');
    await settle();
    expect([link.phase().kind, attempts.length]).toEqual(['open', 2]);

    connections[1]?.die('exited with code 2');
    await settle();
    expect(link.phase()).toEqual({
      kind: 'waiting',
      reason: 'The server exited with code 2.',
      nextAttempt: clock.now() + 250,
      stderrTail: ['bye'],
    });
    await clock.advance(250);
    expect([link.phase().kind, attempts.length]).toEqual(['open', 3]);

    connections[2]?.die('It ended with code 3.');
    await settle();
    expect(link.phase().nextAttempt).toBe(clock.now() + 500);
    await clock.advance(500);

    await clock.advance(30_000);
    connections[3]?.die('It ended with code 4.');
    await settle();
    expect([link.phase().kind, attempts.length]).toEqual(['open', 5]);
  });

  it('retries once a minute when a retry alone cannot help', async () => {
    const { clock, link, attempts } = setUp(refused('Command not found.', false), createFakeConnection());
    await settle();
    expect(link.phase()).toEqual({
      kind: 'failed',
      reason: 'Command not found.',
      nextAttempt: 60_000,
      stderrTail: ['stderr of: Command not found.'],
    });
    await clock.advance(59_999);
    expect(attempts).toHaveLength(1);
    await clock.advance(1);
    expect(link.phase().kind).toBe('open');
  });

  it('abandons an attempt that never ends, and closes a connection it opens later', async () => {
    const late = createFakeConnection();
    const { promise, resolve } = Promise.withResolvers<typeof late>();
    const { clock, link, attempts } = setUp(() => promise, never);
    await clock.advance(9_999);
    expect(attempts[0]?.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(attempts[0]?.signal.aborted).toBe(true);
    expect(link.phase().kind).toBe('connecting');
    await clock.advance(2_000);
    expect(link.phase()).toMatchObject({ kind: 'waiting', reason: 'It did not connect within 10 s.' });
    resolve(late);
    await settle();
    expect(late.isClosed()).toBe(true);
    expect(link.phase().kind).toBe('waiting');
  });

  it('lets an attempt report its error at the deadline', async () => {
    const { clock, link } = setUp(
      ({ signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(refused('No answer to initialize.')))),
    );
    await clock.advance(10_000);
    expect(link.phase()).toMatchObject({ kind: 'waiting', reason: 'No answer to initialize.' });
  });

  it('keeps a connection that opens just in time', async () => {
    const { clock, link, attempts } = setUp(createFakeConnection());
    await clock.advance(1_000_000);
    expect(attempts[0]?.signal.aborted).toBe(false);
    expect(link.phase().kind).toBe('open');
    expect(clock.pending()).toBe(0);
  });

  it('treats an attempt that throws as failed', async () => {
    const { link } = setUp(() => Promise.reject(new Error('oops')));
    await settle();
    expect(link.phase()).toMatchObject({ kind: 'waiting', reason: 'The attempt to connect failed: oops' });
  });

  it('opens the next connection only after the previous one is closed or timed out', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = createFakeConnection({ close: () => promise });
    const stuck = createFakeConnection({ close: never });
    const { clock, link, attempts } = setUp(slow, stuck, createFakeConnection());
    await settle();
    link.restart();
    await settle();
    expect([link.phase().kind, attempts.length]).toEqual(['connecting', 1]);
    resolve();
    await settle();
    expect([link.phase().kind, attempts.length]).toEqual(['open', 2]);
    link.restart();
    await clock.advance(4_999);
    expect(attempts).toHaveLength(2);
    await clock.advance(1);
    expect([link.phase().kind, attempts.length]).toEqual(['open', 3]);
  });

  describe('a lost connection with calls in progress', () => {
    const draining = () => {
      const { promise, resolve: onDrained } = Promise.withResolvers<void>();
      return { connection: createFakeConnection({ draining: () => promise }), onDrained };
    };

    it('is replaced without ending them', async () => {
      const { connection, onDrained } = draining();
      const { link, heard, attempts } = setUp(connection, createFakeConnection());
      await settle();
      connection.lose('cannot be reached');
      await settle();
      expect([link.phase().kind, attempts.length, connection.isClosed()]).toEqual(['open', 2, false]);
      expect(heard).toEqual(['open', 'open', 'draining', 'connecting', 'open', 'open']);
      onDrained();
      await settle();
      expect(connection.isClosed()).toBe(true);
    });

    it.each(['close', 'restart'] as const)('ends them with %s', async (what) => {
      const { connection } = draining();
      const { link } = setUp(connection, createFakeConnection());
      await settle();
      connection.lose('cannot be reached');
      await settle();
      await link[what]();
      expect(connection.isClosed()).toBe(true);
    });
  });

  it('reports a failed attempt, unless it was cancelled', async () => {
    const { link, failures, clock } = setUp(
      refused('no'),
      ({ signal }) => untilAborted(signal),
      createFakeConnection(),
    );
    await settle();
    expect(failures).toHaveLength(1);
    await clock.advance(250);
    expect(link.phase().kind).toBe('connecting');
    link.restart();
    await settle();
    expect([link.phase().kind, failures.length]).toEqual(['open', 1]);
  });

  describe('restart', () => {
    it.each<[string, readonly OpenAnswer[]]>([
      ['while it waits', [refused('no')]],
      ['after it failed', [refused('no', false)]],
      ['while it connects', [({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject))]],
      ['while it is open', [createFakeConnection()]],
    ])('%s', async (_case, answers) => {
      const { clock, link, attempts, heard } = setUp(...answers, createFakeConnection());
      await settle();
      link.restart();
      await settle();
      expect([link.phase().kind, attempts.length]).toEqual(['open', 2]);
      heard.length = 0;
      await clock.advance(300_000);
      expect([heard, attempts.length, clock.pending()]).toEqual([[], 2, 0]);
    });
  });

  it('resets the back-off', async () => {
    const { clock, link } = setUp(refused('no'));
    await clock.advance(60_000);
    link.restart();
    await settle();
    expect(link.phase().nextAttempt).toBe(clock.now() + 250);
  });

  describe('close', () => {
    const connection = createFakeConnection();
    it.each<[string, OpenAnswer]>([
      ['while it waits', refused('no')],
      ['after it failed', refused('no', false)],
      ['while it connects', ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject))],
      ['while it is open', connection],
    ])('%s', async (_case, answer) => {
      const { clock, link, attempts } = setUp(answer);
      await settle();
      const closing = link.close();
      expect(link.phase().kind).toBe('stopped');
      await closing;
      link.restart();
      await clock.advance(300_000);
      expect([link.phase().kind, attempts.length, clock.pending()]).toEqual(['stopped', 1, 0]);
    });

    it('closes its connection', () => expect(connection.isClosed()).toBe(true));

    // Attempt, outcome and adoption are a few microtasks apart; no connection may stay open at any of these points.
    it.each(Array.from({ length: 16 }, (_, turns) => turns))('%i microtasks after the start', async (turns) => {
      const made = createFakeConnection();
      const { link, attempts } = setUp(made);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      await link.close();
      await settle();
      expect(made.isClosed()).toBe(attempts.length > 0);
    });

    it('ends within a deadline, even if an attempt never does', async () => {
      const { clock, link } = setUp(never);
      await settle();
      let isOver = false;
      void link.close().then(() => {
        isOver = true;
      });
      await clock.advance(4_999);
      expect(isOver).toBe(false);
      await clock.advance(1);
      expect(isOver).toBe(true);
    });
  });
});
