import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { FrameRef, ValueFacts } from '../../facts.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { Debuggee } from '../debuggee.ts';
import { describe } from './describe.ts';
import { type LiveFrame, liveFrame } from './frame.ts';
import { fail } from './handles.ts';

/** The result of an expression as the inspector returns it. */
export interface Evaluated extends LiveFrame {
  readonly value: Protocol.Runtime.RemoteObject;
}

/** The additional time for V8 to report its own timeout. */
const GRACE_MS = 1_000;

export async function evaluate(
  debuggee: Debuggee,
  ref: FrameRef,
  what: { readonly expression: string; readonly timeoutMs: number; readonly isPure?: boolean },
): Promise<Outcome<Evaluated>> {
  const found = liveFrame(debuggee, ref);
  if (!found.ok) return found;
  const { thread, frame } = found.value;
  const { expression, timeoutMs, isPure = false } = what;
  const answer = await thread.session.send(
    'Debugger.evaluateOnCallFrame',
    {
      callFrameId: frame.callFrameId,
      expression,
      timeout: timeoutMs,
      silent: true,
      generatePreview: true,
      throwOnSideEffect: isPure,
    },
    timeoutMs + GRACE_MS,
  );
  if (!answer.ok) {
    const { kind, message } = answer.error;
    const isLate = kind === 'late' || message.includes('terminated');
    return isLate
      ? fail('eval_timeout', `The expression did not end within ${timeoutMs} ms and was stopped.`, { timeoutMs })
      : fail('eval_exception', `The expression could not be evaluated: ${message}.`);
  }
  const { result, exceptionDetails } = answer.value;
  if (exceptionDetails === undefined) return ok({ ...found.value, value: result });
  return evaluationError(found.value, expression, exceptionDetails);
}

export async function evaluateFacts(
  debuggee: Debuggee,
  ref: FrameRef,
  what: { readonly expression: string; readonly timeoutMs: number },
): Promise<Outcome<ValueFacts>> {
  const evaluated = await evaluate(debuggee, ref, what);
  if (!evaluated.ok) return evaluated;
  const { thread, pause, value } = evaluated.value;
  const { expression } = what;
  const path = /^[\p{ID_Continue}$.[\]'"]+$/u.test(expression) ? expression : `(${expression})`;
  const [facts] = await describe(thread.session, pause.handles, [{ name: expression, value, isGetter: false, path }]);
  if (facts === undefined) return fail('eval_exception', 'The expression gave nothing that can be shown.');
  const { name, type, value: text, childCount, ref: handle } = facts;
  return ok({ name, type, value: text, childCount, ref: handle });
}

async function evaluationError(
  { thread }: LiveFrame,
  expression: string,
  details: Protocol.Runtime.ExceptionDetails,
): Promise<Outcome<never>> {
  const { exception } = details;
  const type = exception?.className ?? exception?.type ?? 'Error';
  const message = (exception?.description ?? String(exception?.value ?? details.text)).split(/\n\s+at /, 1)[0] ?? '';
  if (type === 'ReferenceError') return fail('variable_unavailable', message, { exception_type: type });
  if (type === 'SyntaxError' && (await isBroken(thread.session, expression))) {
    const position = details.columnNumber;
    return fail('syntax_error', message, { position, exception_type: type });
  }
  return fail('eval_exception', message, { exception_type: type });
}

/** Whether the expression itself has a syntax error: `JSON.parse('{')` throws a SyntaxError too. */
async function isBroken(session: LiveFrame['thread']['session'], expression: string): Promise<boolean> {
  const answer = await session.send('Runtime.compileScript', { expression, sourceURL: '', persistScript: false });
  return !answer.ok || answer.value.exceptionDetails !== undefined;
}
