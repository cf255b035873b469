import type { DebugProtocol } from '@vscode/debugprotocol';
import { ok } from '../../../result.ts';
import type { BoundBreakpoint, Outcome, WantedBreakpoint } from '../../backend.ts';
import { REQUEST_MS } from '../deadlines.ts';
import type { DapTarget } from '../profile.ts';
import { HELPER } from './open-python.ts';

/**
 * debugpy allows one breakpoint for each line and has no hit counts without stopping. So each line gets one breakpoint
 * whose condition calls the helper, which counts, checks and logs for all our breakpoints and tracepoints on it.
 */
export const setPythonBreakpoints = async (
  target: DapTarget,
  file: string,
  wanted: readonly WantedBreakpoint[],
): Promise<Outcome<readonly BoundBreakpoint[]>> => {
  const lines = await target.channel.call<readonly number[]>('lines', { file }, REQUEST_MS);
  if (!lines.ok) {
    const message = `${file} cannot be read as Python: ${lines.error.message}`;
    return ok(wanted.map(({ id }) => ({ id, isBound: false, location: undefined, message, nearestLine: undefined })));
  }
  const moved = wanted.map((each) => ({ wanted: each, line: nearest(lines.value, each.line) }));
  const byLine = Map.groupBy(moved, (each) => each.line);
  const before = target.lines.get(file) ?? [];
  const now = [...byLine.keys()].filter((line) => line !== undefined);
  for (const line of new Set([...before, ...now])) {
    const points = (byLine.get(line) ?? []).map(({ wanted: each }) => toPoint(each));
    await target.channel.call('define', { place: `${file}:${line}`, points }, REQUEST_MS);
  }
  target.lines.set(file, now);
  const set = await sendFile(target, file, now);
  if (!set.ok) return set;
  return ok(moved.map((each) => toBound(each.wanted, each.line, file, set.value)));
};

const toPoint = ({ id, condition, hits, trace }: WantedBreakpoint) => ({ id, condition, hits, trace });

type Told = ReadonlyMap<number, DebugProtocol.Breakpoint | undefined>;

const sendFile = async (target: DapTarget, file: string, lines: readonly number[]): Promise<Outcome<Told>> => {
  const breakpoints = lines.map((line) => ({ line, condition: `${HELPER}.at(${JSON.stringify(`${file}:${line}`)})` }));
  const set = await target.client.request<DebugProtocol.SetBreakpointsResponse['body']>(
    'setBreakpoints',
    { source: { path: file }, breakpoints },
    REQUEST_MS,
  );
  if (!set.ok) return set;
  // The answers have the order of the request.
  return ok(new Map(lines.map((line, index) => [line, set.value?.breakpoints[index]])));
};

const toBound = (wanted: WantedBreakpoint, line: number | undefined, file: string, told: Told): BoundBreakpoint => {
  const known = line === undefined ? undefined : told.get(line);
  const isBound = known?.verified === true && line !== undefined;
  const isMoved = line !== undefined && line !== wanted.line;
  const notes = [
    ...(isBound ? [] : [known?.message ?? 'The file has no line with code.']),
    ...(isMoved ? [`Line ${wanted.line} has no code of its own; it stops at line ${line}.`] : []),
    ...(wanted.column === undefined ? [] : ['Python stops at lines; the column was left aside.']),
  ];
  return {
    id: wanted.id,
    isBound,
    location: isBound ? { file, line, column: undefined } : undefined,
    message: notes.length > 0 ? notes.join(' ') : undefined,
    nearestLine: isMoved ? line : undefined,
  };
};

/** The line itself, else the next one with code, else the last one before it. */
const nearest = (lines: readonly number[], line: number): number | undefined =>
  lines.find((each) => each >= line) ?? lines.at(-1);

/** Runs an action with an additional breakpoint on the line where a launched program stops. */
export const withEntry = async <Value>(
  target: DapTarget,
  file: string,
  line: number,
  work: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> => {
  const lines = target.lines.get(file) ?? [];
  const defined = await target.channel.call('enter', { place: `${file}:${line}` }, REQUEST_MS);
  if (!defined.ok) return defined;
  const set = await sendFile(target, file, [...new Set([...lines, line])]);
  if (!set.ok) return set;
  const done = await work();
  if (done.ok) await sendFile(target, file, lines);
  return done;
};
