import { expect, it } from 'vitest';
import { reasonOf } from './webauthn.ts';

const named = (name: string, code?: string): Error =>
  Object.assign(new Error('details'), { name, ...(code && { code }) });

it.each<[unknown, string]>([
  [named('NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'), 'cancelled, timed out'],
  [named('AbortError', 'ERROR_CEREMONY_ABORTED'), 'it was cancelled.'],
  [named('InvalidStateError', 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'), 'enrolled already'],
  [named('SecurityError', 'ERROR_INVALID_DOMAIN'), 'at its host name'],
  [named('ConstraintError', 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT'), 'PIN'],
  [new Error('WebAuthn is not supported in this browser'), 'Use another browser'],
  ['odd', 'odd'],
])('explains %s', (error, text) => expect(reasonOf(error)).toContain(text));
