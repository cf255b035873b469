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

/** What acts on hints. */
export type ActingDeps = DecideCallDeps &
  LimitCallsDeps &
  AskPersonDeps &
  LookAgainDeps &
  AnswerFromCacheDeps &
  Pick<FinishCallDeps, 'sawResult'> & { readonly retry: RetryCallDeps };

export type CallStepsDeps = Omit<FinishCallDeps, 'sawResult'> &
  Omit<FindToolDeps, 'toolFor'> &
  RecordBeginDeps &
  Omit<DispatchDeps, 'stillStands'> & { readonly acting: ActingDeps };

/**
 * The steps of a call, the first outermost: a step that works on the reply stands before the ones that make it. Every way
 * to call a tool goes through all of them.
 */
export function callSteps(deps: CallStepsDeps): readonly Step[] {
  const { acting } = deps;
  return [
    finishCall({ ...deps, sawResult: acting.sawResult }),
    findTool({ ...deps, toolFor: acting.toolFor }),
    recordBegin(deps),
    decideCall(acting),
    limitCalls(acting),
    askPerson(acting),
    lookAgain(acting),
    answerFromCache(acting),
    retryCall(acting.retry, dispatch({ ...deps, stillStands: acting.retry.stillStands })),
  ];
}
