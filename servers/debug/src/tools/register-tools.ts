import { breakpointEnable } from './breakpoints/breakpoint-enable.ts';
import { breakpointList } from './breakpoints/breakpoint-list.ts';
import { breakpointRemove } from './breakpoints/breakpoint-remove.ts';
import { breakpointSet } from './breakpoints/breakpoint-set.ts';
import { breakpointSetException } from './breakpoints/breakpoint-set-exception.ts';
import { breakpointWait } from './breakpoints/breakpoint-wait.ts';
import { tracepointSet } from './breakpoints/tracepoint-set.ts';
import { codeFindAssignments } from './code/code-find-assignments.ts';
import { codeFindUsages } from './code/code-find-usages.ts';
import { codeGetDiagnostics } from './code/code-get-diagnostics.ts';
import { codeGotoDefinition } from './code/code-goto-definition.ts';
import { codeLoad } from './code/code-load.ts';
import type { DebugTool } from './define-tool.ts';
import { debugContinue } from './execution/debug-continue.ts';
import { debugPause } from './execution/debug-pause.ts';
import { debugStep } from './execution/debug-step.ts';
import { evaluate } from './inspection/evaluate.ts';
import { exceptionGetContext } from './inspection/exception-get-context.ts';
import { objectInspect } from './inspection/object-inspect.ts';
import { stacktraceGet } from './inspection/stacktrace-get.ts';
import { threadsList } from './inspection/threads-list.ts';
import { variablesGet } from './inspection/variables-get.ts';
import { processReadOutput } from './io/process-read-output.ts';
import { processWriteInput } from './io/process-write-input.ts';
import { layoutGet } from './memory/layout-get.ts';
import { memoryRead } from './memory/memory-read.ts';
import { referencesGet } from './memory/references-get.ts';
import { membersGet } from './modules/members-get.ts';
import { modulesList } from './modules/modules-list.ts';
import { modulesSearch } from './modules/modules-search.ts';
import { typesGet } from './modules/types-get.ts';
import { debugAttach } from './session/debug-attach.ts';
import { debugDisconnect } from './session/debug-disconnect.ts';
import { debugLaunch } from './session/debug-launch.ts';
import { debugState } from './session/debug-state.ts';
import type { Toolbox } from './toolbox.ts';

/** The tools for a running program, in the order of the list. */
const SESSION_TOOLS: readonly DebugTool[] = [
  debugLaunch,
  debugAttach,
  debugState,
  debugDisconnect,
  debugContinue,
  debugPause,
  debugStep,
  breakpointSet,
  breakpointList,
  breakpointWait,
  breakpointEnable,
  breakpointRemove,
  breakpointSetException,
  tracepointSet,
  threadsList,
  stacktraceGet,
  variablesGet,
  evaluate,
  objectInspect,
  exceptionGetContext,
  memoryRead,
  layoutGet,
  referencesGet,
  modulesList,
  modulesSearch,
  typesGet,
  membersGet,
  processReadOutput,
  processWriteInput,
];

/** The tools for sources. */
const CODE_TOOLS: readonly DebugTool[] = [
  codeLoad,
  codeGotoDefinition,
  codeFindUsages,
  codeFindAssignments,
  codeGetDiagnostics,
];

export function registerTools(toolbox: Toolbox, { withCode }: { readonly withCode: boolean }): void {
  for (const tool of withCode ? [...SESSION_TOOLS, ...CODE_TOOLS] : SESSION_TOOLS) tool.register(toolbox);
}
