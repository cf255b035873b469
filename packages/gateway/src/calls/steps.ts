import type { Step } from './compose.ts';
import { type AnswerFromCacheDeps, answerFromCache } from './steps/answer-from-cache.ts';
import {
  type FindToolDeps,
  type FinishCallDeps,
  findTool,
  finishCall,
  type RecordBeginDeps,
  recordBegin,
} from './steps/frame-call.ts';
import {
  type AskPersonDeps,
  askPerson,
  type DecideCallDeps,
  decideCall,
  type LimitCallsDeps,
  type LookAgainDeps,
  limitCalls,
  lookAgain,
} from './steps/let-through.ts';
import { type DispatchDeps, dispatch, type RetryCallDeps, retryCall } from './steps/send-call.ts';

/** What the steps that enforce hints need: policy, limits, approvals, cache, retry. */
export type EnforcementDeps = DecideCallDeps &
  LimitCallsDeps &
  AskPersonDeps &
  LookAgainDeps &
  AnswerFromCacheDeps &
  Pick<FinishCallDeps, 'sawResult'> & { readonly retry: RetryCallDeps };

export type CallStepsDeps = Omit<FinishCallDeps, 'sawResult'> &
  Omit<FindToolDeps, 'toolFor'> &
  RecordBeginDeps &
  Omit<DispatchDeps, 'stillStands'> & { readonly enforcement: EnforcementDeps };

/**
 * The steps of a call, the first outermost: a step that works on the reply stands before the ones that make it. Every way
 * to call a tool goes through all of them.
 */
export function callSteps(deps: CallStepsDeps): readonly Step[] {
  const { enforcement } = deps;
  return [
    finishCall({ ...deps, sawResult: enforcement.sawResult }),
    findTool({ ...deps, toolFor: enforcement.toolFor }),
    recordBegin(deps),
    decideCall(enforcement),
    limitCalls(enforcement),
    askPerson(enforcement),
    lookAgain(enforcement),
    answerFromCache(enforcement),
    retryCall(enforcement.retry, dispatch({ ...deps, stillStands: enforcement.retry.stillStands })),
  ];
}
