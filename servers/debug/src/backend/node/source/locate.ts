import type { SourceLocation } from '../../facts.ts';
import type { Debuggee, JsThread } from '../debuggee.ts';
import type { Script } from './script-table.ts';

/** A location in a script, 0-based as in the inspector. */
interface ScriptPlace {
  readonly scriptId: string;
  readonly lineNumber: number;
  readonly columnNumber?: number | undefined;
}

export interface Located {
  readonly script: Script | undefined;
  /** `undefined` for code without a file. */
  readonly location: SourceLocation | undefined;
  /** Whether the script has a source map without an entry for this location. */
  readonly isUnmapped: boolean;
}

/** The location for display: in the original source if the script was compiled. */
export function locate(debuggee: Debuggee, thread: JsThread, place: ScriptPlace, functionName?: string): Located {
  const script = thread.scripts.get(place.scriptId);
  if (script?.file === undefined) return { script, location: undefined, isUnmapped: false };
  const named = functionName === undefined || functionName === '' ? {} : { functionName };
  const line = place.lineNumber + 1;
  const column = place.columnNumber ?? 0;
  const map = debuggee.maps.ofGenerated(script.file);
  const original = map?.toOriginal({ line, column });
  const at = original ?? { file: script.file, line, column };
  return {
    script,
    location: { file: at.file, line: at.line, column: at.column + 1, ...named },
    isUnmapped: map !== undefined && original === undefined,
  };
}
