import type { DebugProtocol } from '@vscode/debugprotocol';
import { err, ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { FrameRef, ValueFacts } from '../../facts.ts';
import { REQUEST_MS } from '../deadlines.ts';
import { toDebugError } from '../helper/channel.ts';
import type { DapTarget, Evaluated } from '../profile.ts';
import { HELPER } from './open-python.ts';

const FRAMES_PER_REQUEST = 50;

/**
 * The helper's key for a frame. One evaluation in the stopped thread registers all frames up to the requested one; they
 * are kept until the program continues.
 */
export const holdFrames = async (target: DapTarget, frame: FrameRef): Promise<Outcome<string>> => {
  const key = `${frame.thread}:${frame.index}`;
  if (target.stop.held.has(key)) return ok(key);
  const busy = target.busy.get(frame.thread);
  if (busy !== undefined) return err({ code: 'QUERY_FAILED', message: busy });
  const { held } = target.stop;
  const levels = Math.max(FRAMES_PER_REQUEST, frame.index + 1);
  const stack = await target.client.request<DebugProtocol.StackTraceResponse['body']>(
    'stackTrace',
    { threadId: frame.thread, startFrame: 0, levels },
    REQUEST_MS,
  );
  if (!stack.ok) return err({ code: 'INVALID_THREAD', message: `There is no stopped thread ${frame.thread}.` });
  const frames = stack.value?.stackFrames ?? [];
  const top = frames[0];
  if (frames[frame.index] === undefined || top === undefined) {
    return err({ code: 'INVALID_FRAME', message: `Thread ${frame.thread} has ${frames.length} frames, from 0 on.` });
  }
  const wanted = frames.map((each) => [each.name, each.source?.path ?? '']);
  const expression = `${HELPER}.hold(${frame.thread}, ${JSON.stringify(JSON.stringify(wanted))})`;
  const asked = await target.client.request('evaluate', { expression, frameId: top.id, context: 'watch' }, REQUEST_MS);
  if (!asked.ok) return asked;
  for (const [index, each] of frames.entries()) held.set(`${frame.thread}:${index}`, each.id);
  return ok(key);
};

/** The time for an interrupted evaluation to end. */
const INTERRUPT_MS = 1_000;
const INTERRUPT_EVERY_MS = 100;

/** Evaluates in the thread itself, because the value may depend on thread-local state. */
export const evaluatePython = async (
  target: DapTarget,
  frame: FrameRef,
  expression: string,
  timeoutMs: number,
): Promise<Outcome<ValueFacts>> => {
  const held = await holdFrames(target, frame);
  if (!held.ok) return held;
  const token = Math.max(0, ...target.evaluations.keys()) + 1;
  const answered = new Promise<Evaluated>((resolve) => target.evaluations.set(token, resolve));
  const sent = target.client.request(
    'evaluate',
    {
      expression: `${HELPER}.run(${token}, ${JSON.stringify(expression)})`,
      frameId: target.stop.held.get(held.value),
      context: 'watch',
    },
    timeoutMs + INTERRUPT_MS * 2,
  );
  const refused = sent.then((reply) => (reply.ok ? new Promise<never>(() => undefined) : { error: reply.error }));
  const inTime = await within(Promise.race([answered, refused]), timeoutMs);
  if (inTime !== undefined) return toOutcome(inTime);

  const deadline = Date.now() + INTERRUPT_MS;
  while (Date.now() < deadline) {
    await target.channel.call('interrupt', { token }, INTERRUPT_MS);
    const ended = await within(answered, INTERRUPT_EVERY_MS);
    if (ended !== undefined) return toOutcome(ended);
  }
  const why = `Thread ${frame.thread} is still busy with the evaluation of "${expression.slice(0, 80)}", which cannot be interrupted. Wait for it, or end the session.`;
  target.busy.set(frame.thread, why);
  void answered.then(() => target.busy.delete(frame.thread));
  return err({ code: 'eval_timeout', message: `The evaluation took longer than ${timeoutMs} ms. ${why}` });
};

const toOutcome = (answer: Evaluated): Outcome<ValueFacts> =>
  // The helper writes values in the contract's shape, with null for absent fields.
  answer.error === undefined ? ok(answer.result as ValueFacts) : err(toDebugError(answer.error));

const within = async <Value>(work: Promise<Value>, ms: number): Promise<Value | undefined> => {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};
