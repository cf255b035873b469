import type { Problem } from '@toolmark/annotations';
import type { ApiErrorCode } from '@toolmark/api-contract';
import type { EditProblem, RegistryProblem } from '@toolmark/setup';
import type { SignInProblem } from '@toolmark/upstream';
import type { Context } from 'hono';
import type { ChangeProblem } from '../../calls/hints/change-problem.ts';
import type { PasskeyProblem } from '../presence/passkeys.ts';
import type { TokenProblem } from '../tokens/registry.ts';
import { badRequest, fail } from './answers.ts';

interface Refusal<Kind> {
  readonly kind: Kind;
  readonly message: string;
  readonly problems?: readonly Problem[];
}

type Refuse<Kind> = (context: Context, refusal: Refusal<Kind>) => Response;

/** Answers a refusal with the error code of its kind. */
const refuseWith =
  <Kind extends string>(codes: Readonly<Record<Kind, ApiErrorCode>>): Refuse<Kind> =>
  (context, { kind, message, problems }) =>
    codes[kind] === 'bad_request' && problems !== undefined
      ? badRequest(context, problems)
      : fail(context, codes[kind], message, problems === undefined ? {} : { problems });

export const refuseChange: Refuse<ChangeProblem['kind']> = refuseWith({
  conflict: 'conflict',
  unwritable: 'unavailable',
});

export const refuseEdit: Refuse<EditProblem['kind']> = refuseWith({
  invalid: 'bad_request',
  conflict: 'conflict',
  missing: 'not_found',
  unwritable: 'unavailable',
  late: 'unavailable',
});

export const refusePasskey: Refuse<PasskeyProblem['kind']> = refuseWith({
  none: 'conflict',
  'too-many': 'conflict',
  'not-found': 'not_found',
  refused: 'forbidden',
  unwritable: 'unavailable',
});

export const refuseRegistry: Refuse<RegistryProblem['kind']> = refuseWith({
  missing: 'not_found',
  unusable: 'unavailable',
  unreachable: 'unavailable',
});

export const refuseSignIn: Refuse<SignInProblem['kind']> = refuseWith({
  needless: 'conflict',
  wrong: 'bad_request',
  refused: 'conflict',
  broken: 'conflict',
  unreachable: 'unavailable',
});

export const refuseToken: Refuse<TokenProblem['kind']> = refuseWith({
  invalid: 'bad_request',
  conflict: 'conflict',
  unwritable: 'unavailable',
});
