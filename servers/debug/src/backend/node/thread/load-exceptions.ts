import type TypeScript from 'typescript';
import type { Protocol } from '../cdp/protocol.ts';
import { loadCompiler } from '../code/load-compiler.ts';
import type { JsThread, Pause } from '../debuggee.ts';

const MODULE_LOADER = 'node:internal/modules/esm/';

/** Whether the exception passes through the loader of modules, which catches and rethrows it as a rejection. */
export function isAtLoad(thread: JsThread, { frames, parents, exception }: Pause): boolean {
  if (exception === undefined || exception.isUncaught) return false;
  const outermost = frames.at(-1);
  const url = outermost === undefined ? undefined : thread.scripts.get(outermost.location.scriptId)?.url;
  // The program may handle the rejection of a dynamic import.
  const isImportedByProgram = parents.some((parent) => thread.scripts.get(parent.scriptId)?.isSystem === false);
  return (
    url?.startsWith(MODULE_LOADER) === true && !isImportedByProgram && frames.some((frame) => isProgram(thread, frame))
  );
}

const isProgram = ({ scripts }: JsThread, { location }: Protocol.Debugger.CallFrame): boolean =>
  scripts.get(location.scriptId)?.isSystem === false;

/** Whether one of the program's functions on the stack calls from inside a `try` with a `catch`. */
export async function isHandled(thread: JsThread, frames: readonly Protocol.Debugger.CallFrame[]): Promise<boolean> {
  const ts = await loadCompiler();
  for (const { location } of frames.filter((frame) => isProgram(thread, frame))) {
    const text = await thread.scripts.textOf(location.scriptId);
    if (text !== undefined && isInTry(ts, text, location)) return true;
  }
  return false;
}

/**
 * Whether a position is in a `try` block with a `catch`, within its innermost function.
 *
 * @example
 * isInTry(ts, 'try { fail() } catch {}', { lineNumber: 0, columnNumber: 6 }) // true
 */
export function isInTry(
  ts: typeof TypeScript,
  text: string,
  { lineNumber, columnNumber = 0 }: Pick<Protocol.Debugger.Location, 'lineNumber' | 'columnNumber'>,
): boolean {
  const file = ts.createSourceFile('script.js', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  if (lineNumber >= file.getLineStarts().length) return false;
  const position = file.getPositionOfLineAndCharacter(lineNumber, columnNumber);
  let isInside = false;
  const visit = (node: TypeScript.Node): void => {
    if (position < node.pos || position >= node.end) return;
    if (ts.isFunctionLike(node) && !ts.isConstructSignatureDeclaration(node)) isInside = false;
    if (ts.isTryStatement(node) && node.catchClause !== undefined) {
      if (position >= node.tryBlock.pos && position < node.tryBlock.end) isInside = true;
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return isInside;
}
