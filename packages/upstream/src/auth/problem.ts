/** Why a sign-in or sign-out failed, in a sentence with a remedy. Never contains a code, token or state. */
export interface SignInProblem {
  /**
   * `needless`: the server needs no sign-in. `wrong`: the input does not match a sign-in in progress. `refused`: a
   * person or the issuer refused. `broken`: the other side violates the protocol. `unreachable`: retrying may help.
   */
  readonly kind: 'needless' | 'wrong' | 'refused' | 'broken' | 'unreachable';
  readonly message: string;
}

export const problem = (kind: SignInProblem['kind'], message: string): SignInProblem => ({ kind, message });
