import type { Step } from './compose.ts';
import { type DispatchDeps, dispatch } from './steps/dispatch.ts';
import { type FindToolDeps, findTool } from './steps/find-tool.ts';
import { type FinishCallDeps, finishCall } from './steps/finish-call.ts';
import { type RecordBeginDeps, recordBegin } from './steps/record-begin.ts';

export type CallStepsDeps = FinishCallDeps & FindToolDeps & RecordBeginDeps & DispatchDeps;

/**
 * The steps of a call, the first outermost: a step that works on the reply stands before the ones that make it. Every way
 * to call a tool goes through all of them.
 */
export function callSteps(deps: CallStepsDeps): readonly Step[] {
  return [finishCall(deps), findTool(deps), recordBegin(deps), dispatch(deps)];
}
