import type { DebugProtocol } from '@vscode/debugprotocol';
import type { ErrorCode } from '../../errors.ts';
import { err, ok } from '../../result.ts';
import type { Outcome } from '../backend.ts';
import type { FrameFacts, FrameRef, StackPage, ThreadFacts, ValueFacts } from '../facts.ts';
import { REQUEST_MS } from './deadlines.ts';
import { functionNameOf, toLocation, topFrame } from './location.ts';
import type { DapTarget } from './profile.ts';
import type { Session } from './session.ts';

export const currentTarget = (session: Session): Outcome<DapTarget> =>
  session.target !== undefined && session.phase !== 'over'
    ? ok(session.target)
    : err({ code: 'NO_SESSION', message: 'There is no program under the debugger.' });

const stoppedTarget = (session: Session): Outcome<DapTarget> => {
  const target = currentTarget(session);
  if (!target.ok || session.phase === 'stopped') return target;
  return err({ code: 'NOT_PAUSED', message: 'The program is running. Pause it, or wait for a breakpoint.' });
};

/** Sends the helper a request about one frame of a stopped program. */
export const askFrame = async <Value>(
  session: Session,
  frame: FrameRef,
  method: string,
  params: object = {},
): Promise<Outcome<Value>> => {
  const target = stoppedTarget(session);
  if (!target.ok) return target;
  const key = await session.profile.frameKey(target.value, frame);
  if (!key.ok) return key;
  return target.value.channel.call<Value>(method, { frame: key.value, ...params }, REQUEST_MS);
};

/** Sends the helper a request that does not concern a frame. */
export const ask = async <Value>(
  session: Session,
  method: string,
  params: object,
  deadlineMs: number,
): Promise<Outcome<Value>> => {
  const target = currentTarget(session);
  return target.ok ? target.value.channel.call<Value>(method, params, deadlineMs) : target;
};

export const evaluateIn = async (
  session: Session,
  frame: FrameRef,
  expression: string,
  timeoutMs: number,
): Promise<Outcome<ValueFacts>> => {
  const target = stoppedTarget(session);
  if (!target.ok) return target;
  const value = await session.profile.evaluate(target.value, frame, expression, timeoutMs);
  return value.ok ? ok(withoutNulls(value.value)) : value;
};

export const listThreads = async (session: Session): Promise<Outcome<readonly ThreadFacts[]>> => {
  const target = currentTarget(session);
  if (!target.ok) return target;
  const told = await target.value.client.request<DebugProtocol.ThreadsResponse['body']>('threads', {}, REQUEST_MS);
  if (!told.ok) return err({ ...told.error, code: 'THREADS_FAILED' });
  const isStopped = session.phase === 'stopped';
  const threads: ThreadFacts[] = [];
  for (const { id, name } of told.value?.threads ?? []) {
    const frame = isStopped ? await topFrame(target.value, id) : undefined;
    const location = toLocation(frame);
    threads.push({ id, name, state: isStopped ? 'stopped' : 'running', location, function: frame?.name });
  }
  return ok(threads);
};

export const readStack = async (
  session: Session,
  thread: number,
  start: number,
  count: number,
): Promise<Outcome<StackPage>> => {
  const target = stoppedTarget(session);
  if (!target.ok) return target;
  const { isLauncher } = session.profile;
  const told = await target.value.client.request<DebugProtocol.StackTraceResponse['body']>(
    'stackTrace',
    // The frames to hide are the last ones.
    isLauncher === undefined ? { threadId: thread, startFrame: start, levels: count } : { threadId: thread },
    REQUEST_MS,
  );
  const all = told.ok ? (told.value?.stackFrames ?? []) : [];
  const shown = isLauncher === undefined ? all : all.slice(0, all.findLastIndex((frame) => !isLauncher(frame)) + 1);
  const listed = isLauncher === undefined ? shown : shown.slice(start, start + count);
  if (!told.ok || (listed.length === 0 && start === 0)) {
    return err({
      code: 'INVALID_THREAD',
      message: `There is no stopped thread ${thread}. List the threads to see which are.`,
    });
  }
  const frames: FrameFacts[] = [];
  for (const [offset, frame] of listed.entries()) {
    const index = start + offset;
    const isExternal = session.profile.isExternal(target.value, frame);
    const given = isExternal
      ? undefined
      : await askFrame<readonly ValueFacts[]>(session, { thread, index }, 'arguments');
    frames.push({
      index,
      function: functionNameOf(frame),
      module: moduleOf(frame),
      isExternal,
      location: toLocation(frame),
      arguments: given?.ok ? given.value.map(withoutNulls) : [],
    });
  }
  const total = isLauncher === undefined ? (told.value?.totalFrames ?? start + frames.length) : shown.length;
  return ok({ total, frames });
};

const moduleOf = (frame: DebugProtocol.StackFrame): string | undefined =>
  frame.moduleId === undefined ? frame.source?.path?.split('/').at(-1) : String(frame.moduleId);

/** JSON has no `undefined`: a helper sends null for absent fields. */
export const withoutNulls = <Facts extends object>(facts: Facts): Facts =>
  // The keys stay the same, and null is not a valid value of any of them.
  Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, value ?? undefined])) as Facts;

/** Replaces the debugger's error code by the code of the operation that failed. */
export const renamed = <Value>(outcome: Outcome<Value>, code: ErrorCode): Outcome<Value> =>
  outcome.ok || outcome.error.code !== 'QUERY_FAILED' ? outcome : err({ ...outcome.error, code });
