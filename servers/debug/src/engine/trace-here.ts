import type { Backend, TracePart } from '../backend/backend.ts';
import { LIMITS } from './limits.ts';
import { within } from './within.ts';

/** Creates a tracepoint's message while the program is stopped there, for debuggers that cannot do it themselves. */
export async function traceHere(backend: Backend, thread: number, parts: readonly TracePart[]): Promise<string> {
  const pieces: string[] = [];
  for (const part of parts) pieces.push('text' in part ? part.text : await evaluated(backend, thread, part.expression));
  return pieces.join('');
}

async function evaluated(backend: Backend, thread: number, expression: string): Promise<string> {
  const limit = LIMITS.traceExpressionMs;
  const late = () => ({ ok: false, error: { code: 'eval_timeout', message: `took more than ${limit} ms` } }) as const;
  const answer = await within(limit + 500, backend.evaluate({ thread, index: 0 }, expression, limit), late);
  return answer.ok ? answer.value.value : `<error: ${answer.error.message}>`;
}
