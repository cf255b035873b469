/** The browser's passkeys, with readable errors. The library is loaded on first use. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';

/** A failure on the user's or browser's side, not from the gateway. */
class PasskeyRefusal extends Error {
  override readonly name = 'PasskeyRefusal';
}

export type WebauthnOptions = Readonly<Record<string, unknown>>;

export async function createPasskey(options: WebauthnOptions): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  // The cast is safe: the gateway creates the options with the matching server library.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return await explained(() => startRegistration({ optionsJSON }), 'No passkey was created');
}

export async function usePasskey(options: WebauthnOptions): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return await explained(() => startAuthentication({ optionsJSON }), 'No passkey was used');
}

async function explained<T>(run: () => Promise<T>, outcome: string): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new PasskeyRefusal(`${outcome}: ${reasonOf(error)}`);
  }
}

/** Browsers report a cancelled request, a timeout and a missing passkey with the same error. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const name = error instanceof Error ? error.name : '';
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return 'this one is enrolled already.';
  if (code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')
    return 'it cannot verify you. Use one with a PIN, a fingerprint or your face.';
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID' || name === 'SecurityError')
    return 'passkeys do not work at this address. Open the page at its host name.';
  if (name === 'NotAllowedError') return 'it was cancelled, timed out, or is not on this device. Try again.';
  if (name === 'AbortError') return 'it was cancelled.';
  const message = error instanceof Error ? error.message : String(error);
  return message.includes('not supported') ? 'this browser does not support them. Use another browser.' : message;
}
