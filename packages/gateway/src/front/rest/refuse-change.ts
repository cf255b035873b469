import type { ApiErrorCode } from '@toolmark/api-contract';
import type { Context } from 'hono';
import type { ChangeProblem } from '../../calls/hints/change-problem.ts';
import { fail } from './answers.ts';

/** Another request would be answered in the same way by a conflict; what is unwritable may be written later. */
const CODES: Readonly<Record<ChangeProblem['kind'], ApiErrorCode>> = Object.freeze({
  conflict: 'conflict',
  unwritable: 'unavailable',
});

export const refuseChange = (context: Context, { kind, message }: ChangeProblem): Response =>
  fail(context, CODES[kind], message);
