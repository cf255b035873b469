import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ok } from '../../result.ts';
import type { BackendEvent } from '../backend.ts';
import { createDapClient } from './client/dap-client.ts';
import { createMessageReader, encodeMessage } from './client/framing.ts';
import { type DapProfile, type DapTarget, freshMemory } from './profile.ts';
import { createSession, onHelperEvent, onStopped, resumeWith, type Session } from './session.ts';

/** A session whose adapter answers as the test says, over real streams. */
const start = (answers: Readonly<Record<string, (respond: () => void, tell: (event: object) => void) => void>>) => {
  const [toClient, toAdapter] = [new PassThrough(), new PassThrough()];
  const write = (message: object): void => void toClient.write(encodeMessage({ seq: 0, ...message }));
  toAdapter.on(
    'data',
    createMessageReader((message) => {
      const { seq, command } = message as { seq: number; command: string };
      const respond = (): void =>
        write({ type: 'response', request_seq: seq, success: true, command, body: { stackFrames: [] } });
      const answer = answers[command] ?? respond;
      answer(respond, (event) => write({ type: 'event', ...event }));
    }),
  );
  const client = createDapClient({ input: toClient, output: toAdapter }, () => undefined);
  const profile = { judgeStop: async () => ({ kind: 'stop', reason: 'breakpoint' }) } as Partial<DapProfile>;
  const events: BackendEvent[] = [];
  // Only what stops and going on touch; the rest has its tests on real debuggees.
  const session: Session = createSession(profile as DapProfile, (event) => events.push(event));
  const channel = { call: async () => ok(null) };
  session.target = { client, channel, ...freshMemory() } as unknown as DapTarget;
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

it('tells a stop after the going on that led to it, though the adapter answers in the other order', async () => {
  const { session, events } = start({
    continue: (respond, tell) => {
      onHelperEvent(session, { event: 'arrived', id: 'a', thread: 7, hits: 2 });
      tell(stopped(7));
      // Late enough for the stop to be told first, if nothing held it back.
      setTimeout(respond, 50);
    },
  });
  await resumeWith(session, 'continue', 7);
  await expect.poll(() => events).toHaveLength(2);
  expect(events).toMatchObject([
    { kind: 'resumed' },
    { kind: 'stopped', thread: 7, reason: 'breakpoint', breakpoints: ['a'], hits: 2 },
  ]);
});

it('tells one stop once, though the adapter tells of every thread', async () => {
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

it('waits for the news of the arrival that is still on its way', async () => {
  const { session, events } = start({
    continue: (respond, tell) => {
      respond();
      tell(stopped(7));
    },
  });
  await resumeWith(session, 'continue', 7);
  await expect.poll(() => session.onArrival).toBeDefined();
  onHelperEvent(session, { event: 'arrived', id: 'late', thread: 7, hits: 1 });
  await expect.poll(() => events).toHaveLength(2);
  expect(events[1]).toMatchObject({ kind: 'stopped', breakpoints: ['late'] });
});

it('does not go on twice', async () => {
  const { session } = start({});
  expect(await resumeWith(session, 'continue', 7)).toEqual(ok(undefined));
  expect(await resumeWith(session, 'continue', 7)).toMatchObject({ ok: false, error: { code: 'NOT_PAUSED' } });
});
