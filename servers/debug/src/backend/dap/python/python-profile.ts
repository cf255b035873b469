import type { DebugProtocol } from '@vscode/debugprotocol';
import { err, ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import { raceDeadline } from '../../race-deadline.ts';
import { REQUEST_MS } from '../deadlines.ts';
import type { BegunAt, DapProfile, DapTarget, Judgement, Start } from '../profile.ts';
import { evaluatePython, holdFrames } from './in-thread.ts';
import { openPython } from './open-python.ts';
import { setPythonBreakpoints, withEntry } from './python-breakpoints.ts';
import { parsePythonCommand } from './python-command.ts';

/** Python under debugpy. */
export const pythonProfile: DapProfile = {
  kind: 'python',
  // The helper inside the program evaluates and logs tracepoints, in the condition of a breakpoint that never stops.
  can: { memory: true, inboundReferences: true, layout: 'estimated', types: true, tracesInside: true },
  open: openPython,
  begin: (target, start, deadline) => begin(target, start, deadline),
  setBreakpoints: setPythonBreakpoints,
  setExceptions: async (target, { caught, uncaught, types }) => {
    const filtered = await target.channel.call('filterExceptions', { types: types ?? null }, REQUEST_MS);
    if (!filtered.ok) return filtered;
    const filters = [...(caught ? ['raised'] : []), ...(uncaught ? ['uncaught'] : [])];
    const set = await target.client.request('setExceptionBreakpoints', { filters }, REQUEST_MS);
    return set.ok ? ok(undefined) : set;
  },
  judgesAside: ({ reason }) => reason !== 'exception',
  judgeStop: (target, stop) => judge(target, stop),
  frameKey: (target, frame) => holdFrames(target, frame),
  evaluate: evaluatePython,
  isExternal: (_target, frame) =>
    frame.presentationHint === 'subtle' || /\/(site|dist)-packages\/|\/lib\/python3?/.test(frame.source?.path ?? ''),
  isLauncher: ({ source }) => /\/runpy\.py$|\/debugpy\//.test(source?.path ?? ''),
  // Remove our helper from the program.
  beforeDetach: async (target) => {
    await target.channel.call('stop', {}, REQUEST_MS / 10);
  },
};

const begin = async (target: DapTarget, start: Start, deadline: AbortSignal): Promise<Outcome<BegunAt>> => {
  if (start.kind === 'attach') {
    const done = await target.client.request('configurationDone', {}, REQUEST_MS);
    if (!done.ok) return done;
    // Until then the injecting debugger holds the program; ending the program now would crash it.
    const freed = await raceDeadline(target.freed, deadline);
    return freed === 'late'
      ? err({
          code: 'TIMEOUT',
          message: 'The debugger that brought debugpy into the program did not let go of it in time.',
        })
      : ok(undefined);
  }
  const { target: runs } = parsePythonCommand(start.spec);
  const found =
    runs.kind === 'module'
      ? await target.channel.call<string | null>(
          'moduleFile',
          { name: runs.module, folder: start.spec.cwd },
          REQUEST_MS,
        )
      : ok(runs.kind === 'script' ? runs.file : null);
  if (!found.ok) return found;
  const script = found.value;
  if (script === null)
    return err({ code: 'LAUNCH_FAILED', message: `There is no module to run: ${start.spec.program}.` });
  const lines = await target.channel.call<readonly number[]>('lines', { file: script }, REQUEST_MS);
  const first = lines.ok ? lines.value[0] : undefined;
  if (first === undefined) {
    const why = lines.ok ? 'it has no code' : lines.error.message;
    return err({ code: 'LAUNCH_FAILED', message: `${start.spec.program} is no Python program: ${why}.` });
  }
  return withEntry(target, script, first, async () => {
    const stopped = target.waitForEvent('stopped', REQUEST_MS * 30);
    const done = await target.client.request('configurationDone', {}, REQUEST_MS);
    if (!done.ok) return done;
    const event = await raceDeadline(stopped, deadline);
    if (event === 'late') return err({ code: 'TIMEOUT', message: 'The program did not reach its first line in time.' });
    if (event === undefined) return err({ code: 'LAUNCH_FAILED', message: 'The program ended before its first line.' });
    return ok({ thread: (event as DebugProtocol.StoppedEvent).body.threadId ?? 1, reason: 'entry' as const });
  });
};

const judge = async (target: DapTarget, stop: DebugProtocol.StoppedEvent['body']): Promise<Judgement> => {
  const reason = stop.reason;
  if (reason === 'exception') return judgeException(target, stop.threadId ?? 1);
  if (reason === 'breakpoint' || reason === 'function breakpoint') return { kind: 'stop', reason: 'breakpoint' };
  return { kind: 'stop', reason: reason === 'pause' ? 'pause' : 'step' };
};

/** debugpy reports an exception in every frame that it passes; only the first report counts. */
const judgeException = async (target: DapTarget, thread: number): Promise<Judgement> => {
  const told = await target.client.request<DebugProtocol.ExceptionInfoResponse['body']>(
    'exceptionInfo',
    { threadId: thread },
    REQUEST_MS,
  );
  const isFirstChance = !(told.ok && told.value?.breakMode === 'unhandled');
  const key = await holdFrames(target, { thread, index: 0 });
  const facts = key.ok
    ? await target.channel.call<{ identity: string } | null>('exception', { frame: key.value }, REQUEST_MS)
    : key;
  const identity = facts.ok ? facts.value?.identity : undefined;
  if (isFirstChance && identity !== undefined && identity === target.lastException) return { kind: 'go-on' };
  target.lastException = identity;
  return { kind: 'stop', reason: 'exception', isFirstChance };
};
