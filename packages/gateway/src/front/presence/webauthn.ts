import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import type { PasskeyAssertion, PasskeyRegistration } from '@toolmark/api-contract';
import { CHALLENGE_TTL_MS, type Challenge } from './challenges.ts';
import type { KeyState, StoredKey } from './key-state.ts';
import type { RelyingParty } from './relying-party.ts';

/** Loaded on first use, because the library supports every certificate format and loads slowly. */
const loadLibrary = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 as COSE numbers, which authenticators support. Node's support for others is experimental. */
const ALGORITHMS = [-8, -7, -257];

export async function registrationOptions(
  { bytes }: Challenge,
  party: RelyingParty,
  { user_id, keys }: KeyState,
): Promise<Readonly<Record<string, unknown>>> {
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: 'Toolmark',
    rpID: party.id,
    userName: 'Toolmark owner',
    userID: new Uint8Array(Buffer.from(user_id, 'base64url')),
    challenge: bytes,
    timeout: CHALLENGE_TTL_MS,
    attestationType: 'none',
    excludeCredentials: toDescriptors(keys, party),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

export async function assertionOptions(
  { bytes }: Challenge,
  party: RelyingParty,
  { keys }: KeyState,
): Promise<Readonly<Record<string, unknown>>> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytes,
    timeout: CHALLENGE_TTL_MS,
    allowCredentials: toDescriptors(keys, party),
    userVerification: 'required',
  });
  return { ...options };
}

/** Verifies a new key, or returns the reason why it is invalid. */
export async function verifyRegistration(
  { id, rawId, type, response }: PasskeyRegistration,
  challenge: string,
  party: RelyingParty,
): Promise<Result<Pick<StoredKey, 'id' | 'public_key' | 'counter' | 'transports' | 'synced'>, string>> {
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    const { clientDataJSON, attestationObject } = response;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return err('its signature is invalid');
    const { credential, credentialBackedUp } = registrationInfo;
    return ok({
      id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: response.transports ?? [],
      synced: credentialBackedUp,
    });
  } catch (error) {
    return err(toMessage(error));
  }
}

/** Verifies an assertion; returns the key's signature counter, or the reason why it is invalid. */
export async function verifyAssertion(
  { id, rawId, type, response }: PasskeyAssertion,
  challenge: string,
  party: RelyingParty,
  key: StoredKey,
): Promise<Result<number, string>> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { clientDataJSON, authenticatorData, signature } = response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: key.id,
        publicKey: new Uint8Array(Buffer.from(key.public_key, 'base64url')),
        counter: key.counter,
      },
      requireUserVerification: true,
    });
    return verified ? ok(authenticationInfo.newCounter) : err('its signature is invalid');
  } catch (error) {
    return err(toMessage(error));
  }
}

/** The challenge in an answer, unverified: it only selects the challenge to verify against. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return undefined;
    return typeof data.challenge === 'string' ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}

const toDescriptors = (
  keys: readonly StoredKey[],
  { id: host }: RelyingParty,
): { id: string; transports: string[] }[] =>
  keys.filter((key) => key.host === host).map(({ id, transports }) => ({ id, transports: [...transports] }));
