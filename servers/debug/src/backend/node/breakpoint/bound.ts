import { isDeepStrictEqual } from 'node:util';
import type { BoundBreakpoint } from '../../backend.ts';
import type { SourceLocation } from '../../facts.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { Debuggee, JsThread } from '../debuggee.ts';
import { locate } from '../source/locate.ts';
import type { Entry } from './breakpoint-registry.ts';
import { syntaxProblem } from './condition.ts';
import { filesOf, nearest, nearestMappedLine } from './places.ts';

export const pendingBound = (entry: Entry, why: string): BoundBreakpoint => ({
  id: entry.wanted.id,
  isBound: false,
  location: undefined,
  message: why,
  nearestLine: undefined,
});

/** The current location of a breakpoint in any isolate, or the reason why it is not bound. */
export async function boundOf(debuggee: Debuggee, entry: Entry): Promise<BoundBreakpoint> {
  const location = locationOf(debuggee, entry);
  const bound = location === undefined ? await unboundOf(debuggee, entry) : boundAt(entry, location);
  entry.bound = bound;
  return bound;
}

/** Handles V8's report of a breakpoint's location when its script is loaded; notifies the engine if it is new. */
export async function noteResolved(
  debuggee: Debuggee,
  thread: JsThread,
  resolved: { readonly breakpointId: string; readonly location: Protocol.Debugger.Location },
): Promise<void> {
  const { breakpoints } = debuggee;
  // The answer that set it may still be in the queue.
  await breakpoints.inTurn(thread.id, async () => {
    for (const placed of breakpoints.placedIn(thread.id).values()) {
      if (placed.id === resolved.breakpointId) placed.location = resolved.location;
    }
  });
  await reportBound(debuggee);
}

/** Notifies the engine of every breakpoint whose binding changed. */
export async function reportBound(debuggee: Debuggee): Promise<void> {
  for (const entry of [...debuggee.breakpoints.entries.values()]) {
    const before = entry.bound;
    const breakpoint = await boundOf(debuggee, entry);
    const isNews = breakpoint.isBound || breakpoint.nearestLine !== undefined;
    if (isNews && !isDeepStrictEqual(before, breakpoint)) debuggee.emit({ kind: 'bound', breakpoint });
  }
}

function locationOf(debuggee: Debuggee, entry: Entry): SourceLocation | undefined {
  for (const thread of debuggee.threads.values()) {
    for (const { entries, location } of debuggee.breakpoints.placedIn(thread.id).values()) {
      if (location === undefined || !entries.includes(entry.wanted.id)) continue;
      const found = locate(debuggee, thread, location).location;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function boundAt(entry: Entry, location: SourceLocation): BoundBreakpoint {
  const { id, line, condition } = entry.wanted;
  const isElsewhere = location.line !== line || !filesOf(entry.file).includes(location.file);
  const problem = condition === undefined ? undefined : syntaxProblem(condition);
  const messages = [
    ...(isElsewhere
      ? [`Line ${line} has no code of its own; the breakpoint is at ${location.file}:${location.line}.`]
      : []),
    ...(problem === undefined ? [] : [`The condition cannot be evaluated, so it stops every time: ${problem}.`]),
  ];
  return {
    id,
    isBound: true,
    location,
    message: messages.length === 0 ? undefined : messages.join(' '),
    nearestLine: isElsewhere && filesOf(entry.file).includes(location.file) ? location.line : undefined,
  };
}

async function unboundOf(debuggee: Debuggee, entry: Entry): Promise<BoundBreakpoint> {
  const { id, line } = entry.wanted;
  const files = filesOf(entry.file);
  const isMapped = files.some((file) => debuggee.maps.naming(file).length > 0);
  const lines = isMapped ? [] : await linesOf(debuggee, files);
  const nearestLine = isMapped
    ? nearestMappedLine(debuggee.maps, { file: entry.file, ...entry.wanted })
    : nearest(lines, line);
  if (nearestLine === undefined || nearestLine >= line) {
    return pendingBound(entry, 'The program has not loaded this file yet; the breakpoint is set when it does.');
  }
  const message = `No code at or after line ${line}; the nearest line with code is ${nearestLine}.`;
  return { id, isBound: false, location: undefined, message, nearestLine };
}

/** Lines with code of a loaded script. */
async function linesOf({ threads }: Debuggee, files: readonly string[]): Promise<readonly number[]> {
  for (const { scripts, session } of threads.values()) {
    const script = scripts.named().find(({ file }) => file !== undefined && files.includes(file));
    if (script === undefined) continue;
    const start = { scriptId: script.id, lineNumber: 0 };
    const answer = await session.send('Debugger.getPossibleBreakpoints', { start });
    if (!answer.ok) continue;
    // V8 lists the end of a file as a return location.
    const isEnd = ({ lineNumber, type }: Protocol.Debugger.BreakLocation) =>
      type === 'return' && lineNumber === script.endLine;
    return answer.value.locations.filter((place) => !isEnd(place)).map(({ lineNumber }) => lineNumber + 1);
  }
  return [];
}
