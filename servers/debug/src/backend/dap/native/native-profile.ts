import type { DebugProtocol } from '@vscode/debugprotocol';
import { err, ok } from '../../../result.ts';
import type { BoundBreakpoint, Outcome, WantedBreakpoint } from '../../backend.ts';
import type { ValueFacts } from '../../facts.ts';
import { raceDeadline } from '../../race-deadline.ts';
import { REQUEST_MS } from '../deadlines.ts';
import type { BegunAt, DapProfile, DapTarget, Judgement, Start } from '../profile.ts';
import { openNative } from './open-native.ts';

/** C and C++ under lldb. */
export const nativeProfile: DapProfile = {
  kind: 'native',
  // The helper inside lldb evaluates and logs tracepoints: the program stops briefly, but no stop is reported.
  can: { memory: true, inboundReferences: false, layout: 'exact', types: true, tracesInside: true },
  open: openNative,
  begin: (target, start, deadline) => begin(target, start, deadline),
  setBreakpoints: (target, file, wanted) => setBreakpoints(target, file, wanted),
  setExceptions: async (target, { caught, uncaught, types }) => {
    const faults = await target.channel.call('setFaults', { stops: uncaught }, REQUEST_MS);
    if (!faults.ok) return faults;
    const set = await target.channel.call('setThrows', { stops: caught, types: types ?? null }, REQUEST_MS);
    return set.ok ? ok(undefined) : set;
  },
  judgesAside: ({ reason }) => reason === 'step',
  judgeStop: (target, stop) => judge(target, stop),
  frameKey: async (_target, frame) => ok(`${frame.thread}:${frame.index}`),
  // lldb aborts a slow evaluation and restores the program; the extra time is for the request itself.
  evaluate: (target, frame, expression, timeoutMs) =>
    target.channel.call<ValueFacts>(
      'evaluate',
      { frame: `${frame.thread}:${frame.index}`, expression, timeout_ms: timeoutMs },
      timeoutMs + REQUEST_MS,
    ),
  isExternal: (_target, { source }) =>
    source?.path === undefined || !source.path.startsWith('/') || /^\/(?:usr|rustc)\//.test(source.path),
  beforeDetach: async () => undefined,
};

const begin = async (target: DapTarget, start: Start, deadline: AbortSignal): Promise<Outcome<BegunAt>> => {
  const held = await untilStopped(target, 'configurationDone', {}, deadline);
  if (!held.ok) return held;
  const { threadId = target.facts.pid } = held.value;
  if (start.kind === 'attach') {
    const going = await target.client.request('continue', { threadId }, REQUEST_MS);
    return going.ok ? ok(undefined) : going;
  }
  const main = await target.channel.call<number | null>('holdAtMain', {}, REQUEST_MS);
  // Without symbols there is no `main` to stop at, so the program stays at its first instruction.
  if (!main.ok || main.value === null) return ok({ thread: threadId, reason: 'entry' });
  const atMain = await untilStopped(target, 'continue', { threadId }, deadline);
  return atMain.ok ? ok({ thread: atMain.value.threadId ?? threadId, reason: 'entry' }) : atMain;
};

const untilStopped = async (
  target: DapTarget,
  command: string,
  args: object,
  deadline: AbortSignal,
): Promise<Outcome<DebugProtocol.StoppedEvent['body']>> => {
  const stopped = target.waitForEvent('stopped', REQUEST_MS * 30);
  const sent = await target.client.request(command, args, REQUEST_MS);
  if (!sent.ok) return sent;
  const event = await raceDeadline(stopped, deadline);
  if (event === 'late') return err({ code: 'TIMEOUT', message: 'The program did not reach its beginning in time.' });
  if (event === undefined) return err({ code: 'LAUNCH_FAILED', message: 'The program ended before its beginning.' });
  return ok((event as DebugProtocol.StoppedEvent).body);
};

type Told = { readonly id: string; readonly isBound: boolean; readonly nearest?: number | null } & Partial<{
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
  readonly functionName: string | null;
  readonly moduleName: string | null;
}>;

const setBreakpoints = async (
  target: DapTarget,
  file: string,
  wanted: readonly WantedBreakpoint[],
): Promise<Outcome<readonly BoundBreakpoint[]>> => {
  const told = await target.channel.call<readonly Told[]>('setBreakpoints', { file, wanted }, REQUEST_MS);
  if (!told.ok) return told;
  return ok(
    wanted.map((each) =>
      toBound(
        each,
        told.value.find(({ id }) => id === each.id),
      ),
    ),
  );
};

const toBound = (wanted: WantedBreakpoint, told: Told | undefined): BoundBreakpoint => {
  const { isBound = false, file, line } = told ?? {};
  if (!isBound || file === undefined || line === undefined) {
    const nearestLine = told?.nearest ?? undefined;
    const message =
      nearestLine === undefined
        ? 'No loaded module has debug information for this file. Compile it with -g, or wait until its library is loaded.'
        : `Line ${wanted.line} has no code; the nearest that has is line ${nearestLine}.`;
    return { id: wanted.id, isBound: false, location: undefined, message, nearestLine };
  }
  const isMoved = line !== wanted.line;
  return {
    id: wanted.id,
    isBound,
    location: {
      file,
      line,
      column: told?.column ?? undefined,
      ...(told?.functionName ? { functionName: told.functionName } : {}),
      ...(told?.moduleName ? { moduleName: told.moduleName } : {}),
    },
    message: isMoved ? `Line ${wanted.line} has no code of its own; it stops at line ${line}.` : undefined,
    nearestLine: isMoved ? line : undefined,
  };
};

const judge = async (target: DapTarget, stop: DebugProtocol.StoppedEvent['body']): Promise<Judgement> => {
  if (stop.reason === 'step') return { kind: 'stop', reason: 'step' };
  const frame = `${stop.threadId ?? target.facts.pid}:0`;
  const params = { frame, numbers: stop.hitBreakpointIds ?? [] };
  const stays = await target.channel.call<boolean | 'throw' | null>('arriveNow', params, REQUEST_MS);
  if (stays.ok && stays.value === false) return { kind: 'go-on' };
  const isThrow = stays.ok && stays.value === 'throw';
  if (!isThrow && (stop.reason === 'breakpoint' || (stays.ok && stays.value === true)))
    return { kind: 'stop', reason: 'breakpoint' };
  const facts = await target.channel.call<{ isFirstChance: boolean } | null>('exception', { frame }, REQUEST_MS);
  // Report a stop with few facts rather than miss it.
  const known = facts.ok ? facts.value : isThrow ? { isFirstChance: true } : null;
  if (known !== null) return { kind: 'stop', reason: 'exception', isFirstChance: known.isFirstChance };
  // lldb reports a pause as SIGSTOP, like a SIGSTOP from another process.
  return { kind: 'stop', reason: 'pause' };
};
