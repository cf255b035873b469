/** The passkeys of the browser; what goes wrong is a sentence for a person. Its library is loaded by who uses one. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';

/** Said by the person or the browser, not by the gateway. */
class PasskeyRefusal extends Error {
  override readonly name = 'PasskeyRefusal';
}

export type WebauthnOptions = Readonly<Record<string, unknown>>;

export async function createPasskey(options: WebauthnOptions): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  // The gateway makes it with the library that this one belongs to.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return await explained(() => startRegistration({ optionsJSON }), 'No passkey was made');
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

/** Browsers do not tell a cancelled request from one that took too long, nor from a passkey that is not there. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const name = error instanceof Error ? error.name : '';
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return 'this one is enrolled already.';
  if (code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')
    return 'it cannot check who you are. Use one with a PIN, a fingerprint or your face.';
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID' || name === 'SecurityError')
    return 'passkeys do not work at this address. Open the page under its name.';
  if (name === 'NotAllowedError') return 'it was cancelled, took too long, or is not on this device. Try again.';
  if (name === 'AbortError') return 'it was cancelled.';
  const message = error instanceof Error ? error.message : String(error);
  return message.includes('not supported') ? 'this browser has none. Use another browser.' : message;
}
