import { notSupported } from '../../errors.ts';
import { err, ok } from '../../result.ts';
import type { Backend, BackendEvent, Outcome, ProcessFacts } from '../backend.ts';
import { readProcessMemory } from '../process/memory.ts';
import { createBreakpointRegistry } from './breakpoint/breakpoint-registry.ts';
import { setBreakpoints } from './breakpoint/set-breakpoints.ts';
import { modulesOf, sourcesOf } from './code/modules.ts';
import { membersOfType, typesOf } from './code/types.ts';
import type { Debuggee } from './debuggee.ts';
import { readBufferOf } from './heap/buffer.ts';
import { identityOf } from './heap/identity.ts';
import { layoutOf } from './heap/layout.ts';
import { referencesOf } from './heap/references.ts';
import { childrenOf } from './inspect/children.ts';
import { completeIn } from './inspect/complete.ts';
import { evaluateFacts } from './inspect/evaluate.ts';
import { exceptionOf, isOfType } from './inspect/exception.ts';
import { fail, failed } from './inspect/handles.ts';
import { variablesOf } from './inspect/scopes.ts';
import { stackOf } from './inspect/stack.ts';
import { attachNode } from './session/attach.ts';
import type { BackendState } from './session/create-debuggee.ts';
import { detachFrom } from './session/detach.ts';
import { endInput, writeInput } from './session/input.ts';
import { launchNode } from './session/launch.ts';
import type { Target } from './session/target.ts';
import { pauseOnExceptions } from './thread/exceptions.ts';
import { pauseAll, resumeAll, stepThread } from './thread/move.ts';
import { threadsOf } from './thread/threads.ts';

/**
 * Debugs Node.js through its inspector: JavaScript, TypeScript, modules and worker threads.
 *
 * @example
 * const backend = createNodeBackend();
 * backend.onEvent((event) => { … });
 * await backend.launch({ program: '/app/main.ts', args: [], cwd: '/app', env: {} }, AbortSignal.timeout(30_000));
 */
export function createNodeBackend(): Backend {
  const listeners: ((event: BackendEvent) => void)[] = [];
  let isLetGo = false;
  let target: Target | undefined;
  const standing: BackendState = {
    breakpoints: createBreakpointRegistry(),
    exceptions: { caught: false, uncaught: false },
    emit: (event) => {
      if (isLetGo) return;
      for (const listener of listeners) listener(event);
    },
  };

  const begin = async (start: () => Promise<Outcome<Target>>): Promise<Outcome<ProcessFacts>> => {
    if (target !== undefined) return fail('ALREADY_ATTACHED', 'This debugger has a program already.');
    const started = await start();
    if (!started.ok) return started;
    target = started.value;
    return ok(target.debuggee.facts);
  };

  /** Runs an operation that requires a debuggee. */
  const live = async <Value>(work: (debuggee: Debuggee) => Promise<Outcome<Value>>): Promise<Outcome<Value>> =>
    target === undefined || target.hasEnded
      ? fail('NO_SESSION', target === undefined ? 'No program is being debugged.' : 'The program has ended.')
      : work(target.debuggee);
  const withTarget = (work: (target: Target) => Promise<Outcome<void>>): Promise<Outcome<void>> =>
    target === undefined ? Promise.resolve(fail('NO_SESSION', 'No program is being debugged.')) : work(target);

  return {
    kind: 'node',
    can: {
      memory: process.platform === 'linux',
      inboundReferences: true,
      layout: 'estimated',
      types: true,
      tracesInside: true,
    },
    launch: (spec, deadline) =>
      begin(() =>
        launchNode(standing, spec, deadline, (early) => {
          target = early;
        }),
      ),
    attach: (pid, deadline) => begin(() => attachNode(standing, pid, deadline)),
    detach: async ({ terminate }) => {
      if (target !== undefined) await detachFrom(target, terminate);
      isLetGo = true;
    },
    resume: () => live(resumeAll),
    pause: () => live(pauseAll),
    step: (thread, mode) => live((debuggee) => stepThread(debuggee, thread, mode)),
    setBreakpoints: (file, wanted) => setBreakpoints(standing.breakpoints, target?.debuggee, { file, wanted }),
    setExceptions: async (wanted) => {
      standing.exceptions = wanted;
      if (target === undefined || target.hasEnded) return ok(undefined);
      const { debuggee } = target;
      debuggee.exceptions = wanted;
      const threads = [...debuggee.threads.values()];
      const answers = await Promise.all(threads.map((thread) => pauseOnExceptions(debuggee, thread)));
      const problem = answers.find((answer) => !answer.ok);
      return problem === undefined || problem.ok ? ok(undefined) : failed('QUERY_FAILED', problem.error);
    },
    threads: () => live(async (debuggee) => ok(threadsOf(debuggee))),
    stack: (thread, start, count) => live((debuggee) => stackOf(debuggee, thread, { start, count })),
    variables: (frame) => live((debuggee) => variablesOf(debuggee, frame)),
    children: (value, page) => live((debuggee) => childrenOf(debuggee, value, page)),
    evaluate: (frame, expression, timeoutMs) =>
      live((debuggee) => evaluateFacts(debuggee, frame, { expression, timeoutMs })),
    exception: (thread) => live((debuggee) => exceptionOf(debuggee, thread)),
    isException: (thread, type, includesSubtypes) =>
      live((debuggee) => isOfType(debuggee, thread, { type, includesSubtypes })),
    modules: () => live(async (debuggee) => ok(modulesOf(debuggee))),
    types: (module) => live((debuggee) => typesOf(debuggee, module)),
    members: (type, module) => live((debuggee) => membersOfType(debuggee, type, module)),
    layout: (expression, frame) => live((debuggee) => layoutOf(debuggee, expression, frame)),
    identity: (value) => live((debuggee) => identityOf(debuggee, value)),
    references: (value, direction, most) => live((debuggee) => referencesOf(debuggee, value, { direction, most })),
    readMemory: (address, size) =>
      live(async ({ facts }) =>
        process.platform === 'linux'
          ? readProcessMemory(facts.pid, address, size)
          : err(notSupported('node', 'memory', 'Reading memory by its address needs Linux.')),
      ),
    readBuffer: (expression, size, frame) => live((debuggee) => readBufferOf(debuggee, frame, { expression, size })),
    complete: (frame, beginning) => live((debuggee) => completeIn(debuggee, frame, beginning)),
    sources: () => live(async (debuggee) => ok(sourcesOf(debuggee))),
    write: (data) => withTarget((to) => writeInput(to, data)),
    endInput: () => withTarget(endInput),
    onEvent: (listener) => {
      listeners.push(listener);
    },
  };
}
