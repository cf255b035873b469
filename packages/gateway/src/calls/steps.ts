import type { Step } from './pipeline.ts';
import { type AnswerFromCacheDeps, answerFromCache } from './steps/answer-from-cache.ts';
import {
  type AskPersonDeps,
  askPerson,
  type DecideCallDeps,
  decideCall,
  type LimitCallsDeps,
  limitCalls,
  type RecheckToolDeps,
  recheckTool,
} from './steps/authorize-call.ts';
import {
  type FindToolDeps,
  type FinishCallDeps,
  findTool,
  finishCall,
  type RecordBeginDeps,
  recordBegin,
} from './steps/call-lifecycle.ts';
import { type DispatchDeps, dispatch, type RetryCallDeps, retryCall } from './steps/send-call.ts';

/** The dependencies of the steps that enforce hints: policy, limits, approvals, cache, retry. */
export type EnforcementDeps = DecideCallDeps &
  LimitCallsDeps &
  AskPersonDeps &
  RecheckToolDeps &
  AnswerFromCacheDeps &
  Pick<FinishCallDeps, 'sawResult'> & { readonly retry: RetryCallDeps };

export type CallStepsDeps = Omit<FinishCallDeps, 'sawResult'> &
  Omit<FindToolDeps, 'toolFor'> &
  RecordBeginDeps &
  Omit<DispatchDeps, 'isStillAllowed'> & { readonly enforcement: EnforcementDeps };

/** The steps of a call, the first outermost: a step that works on the reply comes before those that produce it. Every call takes all of them. */
export function callSteps(deps: CallStepsDeps): readonly Step[] {
  const { enforcement } = deps;
  return [
    finishCall({ ...deps, sawResult: enforcement.sawResult }),
    findTool({ ...deps, toolFor: enforcement.toolFor }),
    recordBegin(deps),
    decideCall(enforcement),
    limitCalls(enforcement),
    askPerson(enforcement),
    recheckTool(enforcement),
    answerFromCache(enforcement),
    retryCall(enforcement.retry, dispatch({ ...deps, isStillAllowed: enforcement.retry.isStillAllowed })),
  ];
}
