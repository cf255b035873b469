import { noteResolved, reportBound } from '../breakpoint/bound.ts';
import { BINDING, parseDebuggeeMessage } from '../breakpoint/injected-script.ts';
import { placeBreakpoints } from '../breakpoint/place-breakpoints.ts';
import { filesOf } from '../breakpoint/places.ts';
import type { CdpEvent, Protocol } from '../cdp/protocol.ts';
import type { Debuggee, JsThread } from '../debuggee.ts';
import { loadSourceMap } from '../source/source-map.ts';
import { pauseOnExceptions } from './exceptions.ts';
import { handlePaused } from './paused.ts';

/** Handles an isolate's events. */
export function handleEvent(debuggee: Debuggee, thread: JsThread, event: CdpEvent): void {
  switch (event.method) {
    case 'Debugger.scriptParsed':
      handleScript(debuggee, thread, event.params);
      break;
    case 'Debugger.breakpointResolved':
      void noteResolved(debuggee, thread, event.params);
      break;
    case 'Runtime.bindingCalled':
      if (event.params.name === BINDING) handleDebuggeeMessage(debuggee, thread, event.params.payload);
      break;
    case 'Debugger.paused':
      handlePaused(debuggee, thread, event.params);
      break;
    case 'Debugger.resumed':
      // Another connected debugger resumed it.
      if (thread.pause !== undefined) {
        thread.pause = undefined;
        debuggee.emit({ kind: 'resumed', thread: thread.id });
      }
      break;
    default: // Other handlers take the other events.
  }
}

function handleScript(debuggee: Debuggee, thread: JsThread, event: Protocol.Debugger.ScriptParsedEvent): void {
  const script = thread.scripts.add(event);
  // Newer versions report it here, older ones in separate events.
  for (const resolved of event.resolvedBreakpoints ?? []) void noteResolved(debuggee, thread, resolved);
  const { file } = script;
  if (file === undefined || script.isSystem) return;
  if (script.isModule && debuggee.exceptions.uncaught) void pauseOnExceptions(debuggee, thread);
  const entries = [...debuggee.breakpoints.entries.values()];
  const isAwaited = (path: string) => entries.some((entry) => filesOf(entry.file).includes(path));
  // Skip libraries: their maps mostly name sources that are not installed.
  const map =
    script.sourceMapUrl === undefined || script.isLibrary ? undefined : loadSourceMap(file, script.sourceMapUrl);
  const isNew = map !== undefined && debuggee.maps.add(map);
  if (isNew && map.sources.some(isAwaited)) {
    void Promise.all([...debuggee.threads.values()].map((each) => placeBreakpoints(debuggee, each))).then(() =>
      reportBound(debuggee),
    );
  } else if (isAwaited(file) || map?.sources.some(isAwaited) === true) void reportBound(debuggee);
}

/** A condition was evaluated inside the program. */
function handleDebuggeeMessage(debuggee: Debuggee, thread: JsThread, payload: string): void {
  const told = parseDebuggeeMessage(payload);
  if (told === undefined) return;
  const { id } = told;
  const hits = debuggee.breakpoints.count(id);
  switch (told.kind) {
    case 'stop':
      thread.held.add(id);
      if (told.problem !== undefined) debuggee.emit({ kind: 'condition-failed', id, hits, message: told.problem });
      break;
    case 'pass':
      debuggee.emit({ kind: 'passed', id, hits });
      break;
    case 'trace': {
      const location = debuggee.breakpoints.entries.get(id)?.bound?.location;
      debuggee.emit({ kind: 'traced', id, thread: thread.id, message: told.message, hits, location });
    }
  }
}
