import type { Result } from '@toolmark/annotations';
import type {
  NewPasskeyRequest,
  Passkey,
  PasskeyAssertion,
  PasskeyChallenge,
  PasskeyPurpose,
} from '@toolmark/api-contract';
import type { RelyingParty } from './relying-party.ts';

/** The keys by which a person shows that they are there. */
export interface Passkeys {
  readonly list: () => readonly Passkey[];
  /** What is wrong with the file they are kept in, in a sentence. */
  readonly problem: () => string | undefined;
  /** What to hand to the passkeys of the browser, for one purpose only. */
  readonly challenge: (purpose: Purpose, party: RelyingParty) => Promise<Result<PasskeyChallenge, PasskeyProblem>>;
  /** Keeps a new key. Every one but the first needs the consent of one that is there. */
  readonly enrol: (request: NewPasskeyRequest, party: RelyingParty) => Promise<Result<Passkey, PasskeyProblem>>;
  /** With the consent of any key, that one included. */
  readonly remove: (
    id: string,
    assertion: PasskeyAssertion,
    party: RelyingParty,
  ) => Promise<Result<Passkey, PasskeyProblem>>;
  /** Whether a person has just agreed to exactly this. The answer of a passkey counts once. */
  readonly prove: (
    assertion: PasskeyAssertion,
    purpose: ApprovePurpose,
    party: RelyingParty,
  ) => Promise<Result<Passkey, PasskeyProblem>>;
  readonly close: () => void;
}

/** What a passkey agrees to when it approves a call. */
export interface ApprovePurpose extends Extract<PasskeyPurpose, { kind: 'approve' }> {
  /** Of everything that will be sent. */
  readonly digest: string;
}

export type Purpose = Exclude<PasskeyPurpose, { kind: 'approve' }> | ApprovePurpose;

export interface PasskeyProblem {
  /**
   * `none`: no key is there that could agree. `refused`: what was sent proves nothing. `unwritable`: it cannot be kept.
   */
  readonly kind: 'none' | 'not-found' | 'refused' | 'too-many' | 'unwritable';
  readonly message: string;
}
