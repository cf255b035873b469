import type { Result } from '@toolmark/annotations';
import type {
  NewPasskeyRequest,
  Passkey,
  PasskeyAssertion,
  PasskeyChallenge,
  PasskeyPurpose,
} from '@toolmark/api-contract';
import type { RelyingParty } from './relying-party.ts';

/** The passkeys that prove a person's presence. */
export interface Passkeys {
  readonly list: () => readonly Passkey[];
  /** The problem with their file, as a sentence. */
  readonly problem: () => string | undefined;
  /** Creates WebAuthn options for one purpose. */
  readonly challenge: (purpose: Purpose, party: RelyingParty) => Promise<Result<PasskeyChallenge, PasskeyProblem>>;
  /** Stores a new key. All but the first need the consent of an enrolled one. */
  readonly enrol: (request: NewPasskeyRequest, party: RelyingParty) => Promise<Result<Passkey, PasskeyProblem>>;
  /** Needs the consent of any key, including the removed one. */
  readonly remove: (
    id: string,
    assertion: PasskeyAssertion,
    party: RelyingParty,
  ) => Promise<Result<Passkey, PasskeyProblem>>;
  /** Verifies that a person has just agreed to exactly this. An assertion is valid once. */
  readonly prove: (
    assertion: PasskeyAssertion,
    purpose: ApprovePurpose,
    party: RelyingParty,
  ) => Promise<Result<Passkey, PasskeyProblem>>;
  readonly close: () => void;
}

/** The purpose of an assertion that approves a call. */
export interface ApprovePurpose extends Extract<PasskeyPurpose, { kind: 'approve' }> {
  /** The digest of everything that will be sent. */
  readonly digest: string;
}

export type Purpose = Exclude<PasskeyPurpose, { kind: 'approve' }> | ApprovePurpose;

export interface PasskeyProblem {
  /** `none`: no key is enrolled here. `refused`: the answer is invalid. `unwritable`: the file cannot be written. */
  readonly kind: 'none' | 'not-found' | 'refused' | 'too-many' | 'unwritable';
  readonly message: string;
}
