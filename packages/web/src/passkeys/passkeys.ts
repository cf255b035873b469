import type {
  NewPasskeyRequest,
  Passkey,
  PasskeyAssertion,
  PasskeyChallenge,
  PasskeyPurpose,
  RemovePasskeyRequest,
} from '@toolmark/api-contract';
import { part, post } from '../api/request.ts';
import { createPasskey, usePasskey } from '../ui/webauthn.ts';

const challenge = (body: PasskeyPurpose): Promise<PasskeyChallenge> =>
  post<PasskeyChallenge>('/passkeys/challenge', { body });

/** Asks for a passkey assertion for one purpose. */
export async function agreeTo(purpose: Exclude<PasskeyPurpose, { kind: 'enrol' }>): Promise<PasskeyAssertion> {
  const { assertion } = await challenge(purpose);
  return toAssertion(await usePasskey(assertion ?? {}));
}

/** Creates and enrols a passkey. If others are enrolled, one of them has to agree first. */
export async function enrolPasskey(name: string): Promise<Passkey> {
  const { registration, assertion } = await challenge({ kind: 'enrol', name });
  const consent = assertion === null ? undefined : toAssertion(await usePasskey(assertion));
  const made = await createPasskey(registration ?? {});
  const { clientDataJSON, attestationObject, transports } = made.response;
  const body: NewPasskeyRequest = {
    registration: {
      id: made.id,
      rawId: made.rawId,
      type: 'public-key',
      response: { clientDataJSON, attestationObject, transports },
    },
    ...(consent && { assertion: consent }),
  };
  return await post<Passkey>('/passkeys', { body });
}

export async function removePasskey(id: string): Promise<Passkey> {
  const body: RemovePasskeyRequest = { assertion: await agreeTo({ kind: 'remove', id }) };
  return await post<Passkey>(`/passkeys/${part(id)}/remove`, { body });
}

function toAssertion({ id, rawId, response }: Awaited<ReturnType<typeof usePasskey>>): PasskeyAssertion {
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } };
}
