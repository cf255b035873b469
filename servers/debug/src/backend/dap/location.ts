import type { DebugProtocol } from '@vscode/debugprotocol';
import type { SourceLocation } from '../facts.ts';
import { REQUEST_MS } from './deadlines.ts';
import type { DapTarget } from './profile.ts';

export const locationOf = async (target: DapTarget, thread: number): Promise<SourceLocation | undefined> =>
  toLocation(await topFrame(target, thread));

export const topFrame = async (target: DapTarget, thread: number): Promise<DebugProtocol.StackFrame | undefined> => {
  const stack = await target.client.request<DebugProtocol.StackTraceResponse['body']>(
    'stackTrace',
    { threadId: thread, startFrame: 0, levels: 1 },
    REQUEST_MS,
  );
  return stack.ok ? stack.value?.stackFrames[0] : undefined;
};

/** The relative paths of a compiler, and those of its own machine, cannot be opened: they count as no location. */
export const toLocation = (frame: DebugProtocol.StackFrame | undefined): SourceLocation | undefined => {
  const file = frame?.source?.path;
  if (frame === undefined || !file?.startsWith('/') || file.startsWith('/rustc/') || frame.line < 1) return undefined;
  return {
    file,
    line: frame.line,
    column: frame.column > 0 ? frame.column : undefined,
    functionName: functionNameOf(frame),
  };
};

/** Without the hash that Rust adds. */
export const functionNameOf = ({ name }: DebugProtocol.StackFrame): string => name.replace(/::h[0-9a-f]{16}$/, '');
