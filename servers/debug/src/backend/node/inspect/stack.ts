import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { FrameFacts, StackPage } from '../../facts.ts';
import type { Protocol } from '../cdp/protocol.ts';
import { moduleNameOf } from '../code/module-name.ts';
import type { Debuggee } from '../debuggee.ts';
import { type Located, locate } from '../source/locate.ts';
import { describe } from './describe.ts';
import { type StoppedThread, stoppedThread } from './frame.ts';
import { argumentsOf } from './scopes.ts';

/** The frames of a stopped thread, then its async callers, which have returned and count as external. */
export async function stackOf(
  debuggee: Debuggee,
  id: number,
  page: { readonly start: number; readonly count: number },
): Promise<Outcome<StackPage>> {
  const stopped = stoppedThread(debuggee, id);
  if (!stopped.ok) return stopped;
  const { frames, parents } = stopped.value.pause;
  const live = frames.slice(page.start, page.start + page.count);
  const rest = Math.max(0, page.start - frames.length);
  const left = parents.slice(rest, rest + page.count - live.length);
  const shown = await Promise.all(
    live.map((frame, index) => liveFacts(debuggee, stopped.value, frame, page.start + index)),
  );
  const asynchronous = left.map((frame, index) =>
    parentFacts(debuggee, stopped.value, frame, page.start + live.length + index),
  );
  return ok({ total: frames.length + parents.length, frames: [...shown, ...asynchronous] });
}

async function liveFacts(
  debuggee: Debuggee,
  { thread, pause }: StoppedThread,
  frame: Protocol.Debugger.CallFrame,
  index: number,
): Promise<FrameFacts> {
  const located = locate(debuggee, thread, frame.location, frame.functionName);
  const items = isExternal(located) ? [] : await argumentsOf(thread, frame);
  const facts = await describe(thread.session, pause.handles, items);
  return {
    index,
    function: frameName(frame),
    ...frameLocation(debuggee, located),
    arguments: facts.map(({ name, type, value, childCount, ref }) => ({ name, type, value, childCount, ref })),
  };
}

function parentFacts(
  debuggee: Debuggee,
  { thread }: StoppedThread,
  frame: Protocol.Runtime.CallFrame,
  index: number,
): FrameFacts {
  const located = locate(debuggee, thread, frame, frame.functionName);
  const name = frame.functionName === '' ? '(anonymous)' : frame.functionName;
  return { index, function: `async ${name}`, ...frameLocation(debuggee, located), isExternal: true, arguments: [] };
}

function frameLocation(debuggee: Debuggee, located: Located): Pick<FrameFacts, 'module' | 'isExternal' | 'location'> {
  const module = located.script === undefined ? undefined : moduleNameOf(debuggee, located.script);
  const { location } = located;
  return {
    module,
    isExternal: isExternal(located),
    location: location === undefined || module === undefined ? location : { ...location, moduleName: module },
  };
}

const isExternal = ({ script }: Located): boolean => script?.file === undefined || script.isSystem || script.isLibrary;

/** Top-level code and many functions have no name. */
function frameName({ functionName, scopeChain }: Protocol.Debugger.CallFrame): string {
  if (functionName !== '') return functionName;
  const local = scopeChain.find(({ type }) => type === 'local')?.startLocation;
  return local === undefined || (local.lineNumber === 0 && local.columnNumber === 0) ? '(module)' : '(anonymous)';
}
