import { ok } from '../../../result.ts';
import type { Outcome, StepMode } from '../../backend.ts';
import type { Answer } from '../cdp/dispatcher.ts';
import type { Debuggee, JsThread } from '../debuggee.ts';
import { stoppedThread } from '../inspect/frame.ts';
import { fail, failed } from '../inspect/handles.ts';
import { OWN_URL } from '../source/script-table.ts';

type Moved = Answer<'Debugger.resume'>;

const STEPS = { in: 'Debugger.stepInto', over: 'Debugger.stepOver', out: 'Debugger.stepOut' } as const;

/** The time after which a process that did not stop counts as idle. */
const IDLE_MS = 40;
const MAX_NUDGES = 20;

/** Resumes one isolate without reporting that it was stopped. */
export function moveOn(thread: JsThread, step?: StepMode): Promise<Moved> {
  thread.pause = undefined;
  return step === undefined ? thread.session.send('Debugger.resume', {}) : thread.session.send(STEPS[step], {});
}

export async function resumeAll(debuggee: Debuggee): Promise<Outcome<void>> {
  const standing = [...debuggee.threads.values()].filter(({ pause }) => pause !== undefined);
  if (standing.length === 0) return fail('NOT_PAUSED', 'Nothing is stopped.');
  const answers = await Promise.all(
    standing.map(async (thread) => {
      // Still on its way to the first statement of the main module.
      if (thread.asked.kind !== 'enter') thread.asked = { kind: 'run' };
      return resumeThread(thread);
    }),
  );
  const problem = answers.find((answer) => !answer.ok);
  return problem === undefined || problem.ok ? ok(undefined) : failed('CONTINUE_FAILED', problem.error);
}

export async function stepThread(debuggee: Debuggee, id: number, mode: StepMode): Promise<Outcome<void>> {
  const stopped = stoppedThread(debuggee, id);
  if (!stopped.ok) return stopped;
  const { thread, pause } = stopped.value;
  thread.asked = { kind: 'step', mode, depth: pause.frames.length };
  thread.stepsOn = 0;
  const answer = await resumeThread(thread, mode);
  return answer.ok ? ok(undefined) : failed('STEP_FAILED', answer.error);
}

async function resumeThread(thread: JsThread, step?: StepMode): Promise<Moved> {
  const { pause } = thread;
  // An enabled heap profiler would slow the process down and prevent its exit.
  if (pause?.handles.hasHeap === true) await thread.session.send('HeapProfiler.disable', {});
  const answer = await moveOn(thread, step);
  if (!answer.ok && answer.error.kind === 'refused') thread.pause ??= pause;
  return answer;
}

/** Pauses every isolate at its next statement, and makes idle ones run one. */
export async function pauseAll(debuggee: Debuggee): Promise<Outcome<void>> {
  const running = [...debuggee.threads.values()].filter(({ pause }) => pause === undefined);
  const answers = await Promise.all(running.map(pauseThread));
  const problem = answers.find((answer) => !answer.ok);
  return problem === undefined || problem.ok ? ok(undefined) : failed('PAUSE_FAILED', problem.error);
}

async function pauseThread(thread: JsThread): Promise<Answer<'Debugger.pause'>> {
  thread.asked = { kind: 'pause' };
  const answer = await thread.session.send('Debugger.pause', {});
  wakeIdle(thread, 1);
  return answer;
}

/**
 * An idle process runs no code and would never pause, so run some in it. Repeat the pause, because V8 ignores one that
 * arrives before a resume has finished.
 */
function wakeIdle(thread: JsThread, attempt: number): void {
  setTimeout(() => {
    if (thread.pause !== undefined || thread.asked.kind !== 'pause' || attempt > MAX_NUDGES) return;
    void thread.session.send('Debugger.pause', {});
    void thread.session.send('Runtime.evaluate', { expression: `0\n//# sourceURL=${OWN_URL}`, silent: true });
    wakeIdle(thread, attempt + 1);
  }, IDLE_MS * attempt).unref();
}
