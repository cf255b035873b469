import type { ApiErrorCode } from '@toolmark/api-contract';
import type { PasskeyProblem } from '../presence/passkeys.ts';
import { fail } from './answers.ts';
import type { RestContext } from './deps.ts';

const CODES: Readonly<Record<PasskeyProblem['kind'], ApiErrorCode>> = Object.freeze({
  none: 'conflict',
  'too-many': 'conflict',
  'not-found': 'not_found',
  refused: 'forbidden',
  unwritable: 'unavailable',
});

export const refusePasskey = (context: RestContext, { kind, message }: PasskeyProblem): Response =>
  fail(context, CODES[kind], message);
