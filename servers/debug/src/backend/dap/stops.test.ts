import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createMessageReader, encodeMessage } from '../../framing.ts';
import { err, ok } from '../../result.ts';
import type { BackendEvent } from '../backend.ts';
import { createDapClient } from './client/dap-client.ts';
import { type DapProfile, type DapTarget, initialTargetState } from './profile.ts';
import { createSession, type Session } from './session.ts';
import { onHelperEvent, onStopped, resumeWith } from './stops.ts';

/** A session with a scripted adapter over real streams. */
const start = (
  answers: Readonly<Record<string, (respond: (success?: boolean) => void, tell: (event: object) => void) => void>>,
  judging: Partial<DapProfile> = {},
) => {
  const [toClient, toAdapter] = [new PassThrough(), new PassThrough()];
  const write = (message: object): void => void toClient.write(encodeMessage({ seq: 0, ...message }));
  toAdapter.on(
    'data',
    createMessageReader((message) => {
      const { seq, command } = message as { seq: number; command: string };
      const respond = (success = true): void =>
        write({ type: 'response', request_seq: seq, success, command, body: { stackFrames: [] } });
      const answer = answers[command] ?? (() => respond());
      answer(respond, (event) => write({ type: 'event', ...event }));
    }),
  );
  const client = createDapClient({ input: toClient, output: toAdapter }, () => undefined);
  const profile = {
    judgesAside: () => true,
    judgeStop: async () => ({ kind: 'stop', reason: 'breakpoint' }),
    ...judging,
  } as Partial<DapProfile>;
  const events: BackendEvent[] = [];
  // Only the parts used by stops and resumes; tests with real debuggees cover the rest.
  const session: Session = createSession(profile as DapProfile, (event) => events.push(event));
  const channel = { call: async () => ok(null) };
  session.target = { client, channel, ...initialTargetState() } as unknown as DapTarget;
  session.phase = 'stopped';
  client.onEvent((event) => {
    if (event.event === 'stopped') onStopped(session, event.body);
  });
  return { session, events };
};

const stopped = (threadId: number) => ({
  event: 'stopped',
  body: { reason: 'breakpoint', threadId, allThreadsStopped: true },
});

it('reports a stop after its resume, even if the adapter sends them in the other order', async () => {
  const { session, events } = start({
    continue: (respond, tell) => {
      onHelperEvent(session, { event: 'arrived', id: 'a', thread: 7, hits: 2 });
      tell(stopped(7));
      // Late enough that the stop would be reported first if it were not held back.
      setTimeout(respond, 50, true);
    },
  });
  await resumeWith(session, 'continue', 7);
  await expect.poll(() => events).toHaveLength(2);
  expect(events).toMatchObject([
    { kind: 'resumed' },
    { kind: 'stopped', thread: 7, reason: 'breakpoint', breakpoints: ['a'], hits: 2 },
  ]);
});

it('reports one stop once, even if the adapter reports every thread', async () => {
  const { session, events } = start({
    continue: (respond, tell) => {
      respond();
      onHelperEvent(session, { event: 'arrived', id: 'a', thread: 8, hits: 1 });
      for (const thread of [7, 8, 9]) tell(stopped(thread));
    },
  });
  await resumeWith(session, 'continue', 7);
  await expect.poll(() => events).toHaveLength(2);
  expect(events[1]).toMatchObject({ kind: 'stopped', thread: 8 });
});

it('reports every thread that hits a breakpoint at the same moment, even if its report comes later', async () => {
  const { session, events } = start({
    continue: (respond, tell) => {
      respond();
      for (const thread of [8, 9]) onHelperEvent(session, { event: 'arrived', id: 'a', thread, hits: thread });
      tell(stopped(8));
    },
  });
  await resumeWith(session, 'continue', 7);
  await expect.poll(() => events).toHaveLength(3);
  onHelperEvent(session, { event: 'arrived', id: 'b', thread: 10, hits: 1 });
  await expect.poll(() => events).toHaveLength(4);
  const told = { kind: 'stopped', reason: 'breakpoint', allStopped: true };
  expect(events.slice(1)).toMatchObject([
    { ...told, thread: 8, breakpoints: ['a'], hits: 8 },
    { ...told, thread: 9, breakpoints: ['a'], hits: 9 },
    { ...told, thread: 10, breakpoints: ['b'], hits: 1 },
  ]);
});

it('reports an exception in its thread, even if another thread hits a breakpoint', async () => {
  const { session, events } = start(
    {
      continue: (respond, tell) => {
        respond();
        onHelperEvent(session, { event: 'arrived', id: 'a', thread: 9, hits: 1 });
        tell(stopped(7));
      },
    },
    { judgeStop: async () => ({ kind: 'stop', reason: 'exception', isFirstChance: true }) },
  );
  await resumeWith(session, 'continue', 7);
  await expect.poll(() => events).toHaveLength(3);
  expect(events.slice(1)).toMatchObject([
    { thread: 7, reason: 'exception', breakpoints: [], isFirstChance: true },
    { thread: 9, reason: 'breakpoint', breakpoints: ['a'] },
  ]);
});

it('waits for the report of a hit that is still on its way', async () => {
  const { session, events } = start({
    continue: (respond, tell) => {
      respond();
      tell(stopped(7));
    },
  });
  await resumeWith(session, 'continue', 7);
  await expect.poll(() => session.onHit).toBeDefined();
  onHelperEvent(session, { event: 'arrived', id: 'late', thread: 7, hits: 1 });
  await expect.poll(() => events).toHaveLength(2);
  expect(events[1]).toMatchObject({ kind: 'stopped', breakpoints: ['late'] });
});

it('does not request the stack while judging runs code in the program', async () => {
  const order: string[] = [];
  const { session, events } = start(
    {
      continue: (respond, tell) => {
        respond();
        tell(stopped(7));
      },
      stackTrace: (respond) => {
        order.push('asked');
        respond();
      },
    },
    {
      judgesAside: () => false,
      judgeStop: async () => {
        // Long enough for the answer to such a request.
        await new Promise((resolve) => setTimeout(resolve, 50));
        order.push('judged');
        return { kind: 'stop', reason: 'pause' };
      },
    },
  );
  await resumeWith(session, 'continue', 7);
  await expect.poll(() => events).toHaveLength(2);
  expect(order).toEqual(['judged', 'asked']);
});

it('reports an ignored stop if the program fails to continue', async () => {
  const { session, events } = start({}, { judgeStop: async () => ({ kind: 'go-on' }) });
  await resumeWith(session, 'continue', 7);
  const { target } = session;
  if (target === undefined) throw new Error('There is no target.');
  session.target = Object.assign(target, {
    client: { ...target.client, request: async () => err({ code: 'QUERY_FAILED', message: 'no' }) },
  });
  onStopped(session, stopped(7).body);
  await expect.poll(() => events).toHaveLength(2);
  expect(events[1]).toMatchObject({ kind: 'stopped', thread: 7, reason: 'pause', breakpoints: [] });
});

it('does not resume twice', async () => {
  const { session } = start({});
  expect(await resumeWith(session, 'continue', 7)).toEqual(ok(undefined));
  expect(await resumeWith(session, 'continue', 7)).toMatchObject({ ok: false, error: { code: 'NOT_PAUSED' } });
});
