import { errorOf, type RpcError } from '@toolmark/base';

/** The reply to a call that must not leave, because it cannot be recorded. */
export const unrecorded = (name: string, problem: string): RpcError =>
  errorOf(
    'recordUnavailable',
    `'${name}' was not called: it may change something, and calls cannot be recorded at the moment. ${problem}`,
  );

/** The same for answers to questions of its server: by then the call has left. */
export const unrecordedAnswers = (name: string, problem: string): RpcError =>
  errorOf(
    'recordUnavailable',
    `The answers for '${name}' were not sent: it may change something, and they cannot be recorded at the moment. ${problem}`,
  );
