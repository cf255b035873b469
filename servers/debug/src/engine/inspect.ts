import type { Outcome } from '../backend/backend.ts';
import type { FrameRef } from '../backend/facts.ts';
import type { ErrorCode } from '../errors.ts';
import { err, ok } from '../result.ts';
import { type Core, live, noSession, type Paused, paused } from './core.ts';
import { notPaused, tooLate, toThrownFailure } from './failures.ts';
import { LIMITS } from './limits.ts';
import type { Session } from './session.ts';
import { within } from './within.ts';

/** The timeout of a request, and its error code. */
export interface QuestionLimit {
  readonly code: ErrorCode;
  readonly milliseconds?: number;
}

/** Sends a request to a stopped program. The result counts only if the program is still at the same stop. */
export function whilePaused<Value>(
  core: Core,
  limit: QuestionLimit,
  ask: (at: Paused) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  return core.commands.run(async () => {
    const at = paused(core);
    if (!at.ok) return at;
    const { session } = at.value;
    const { epoch } = session;
    const answer = await bounded(limit, ask(at.value));
    if (session.epoch === epoch) return answer;
    return session.phase === 'ended' ? noSession(core) : notPaused();
  });
}

/** Sends a request to a program, stopped or running. */
export function whileLive<Value>(
  core: Core,
  limit: QuestionLimit,
  ask: (session: Session) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  return core.commands.run(async () => {
    const session = live(core);
    if (!session.ok) return session;
    const answer = await bounded(limit, ask(session.value));
    return session.value.phase === 'ended' ? noSession(core) : answer;
  });
}

function bounded<Value>(limit: QuestionLimit, work: Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  const milliseconds = limit.milliseconds ?? LIMITS.questionMs;
  return within(milliseconds, work, () => tooLate(limit.code, 'The debugger', milliseconds)).catch(
    toThrownFailure(limit.code),
  );
}

export interface FrameChoice {
  readonly thread_id?: number | undefined;
  readonly frame_index?: number | undefined;
}

/** The frame that a call refers to: by default the innermost one of the active thread. */
export async function frameOf({ session, stop }: Paused, choice: FrameChoice): Promise<Outcome<FrameRef>> {
  const thread = await threadOf({ session, stop }, choice.thread_id);
  if (!thread.ok) return thread;
  const index = choice.frame_index ?? 0;
  if (index === 0) return ok({ thread: thread.value, index });
  const page = await session.backend.stack(thread.value, 0, 1);
  if (!page.ok) return page;
  if (index < page.value.total) return ok({ thread: thread.value, index });
  return err({
    code: 'INVALID_FRAME',
    message: `There is no frame ${index}; the stack has ${page.value.total}, from 0 to ${page.value.total - 1}.`,
    details: { frame_index: index, total_frames: page.value.total },
  });
}

/** A stopped thread. */
export async function threadOf({ session, stop }: Paused, id: number | undefined): Promise<Outcome<number>> {
  if (id === undefined || id === stop.thread) return ok(stop.thread);
  const threads = await session.backend.threads();
  if (!threads.ok) return threads;
  const known = threads.value.map((thread) => thread.id);
  const found = threads.value.find((thread) => thread.id === id);
  if (found === undefined) {
    return err({
      code: 'INVALID_THREAD',
      message: `There is no thread ${id}. Call threads_list to see which exist.`,
      details: { thread_id: id, known },
    });
  }
  if (found.state === 'stopped') return ok(id);
  return err({
    code: 'INVALID_THREAD',
    message: `Thread ${id} is ${found.state}, so it has no stack to look at. Call debug_pause first.`,
    details: { thread_id: id, state: found.state },
  });
}
