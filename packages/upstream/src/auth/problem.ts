/** Why somebody could not be signed in or out, in a sentence that says what to do. Never holds a code, a token or a state. */
export interface SignInProblem {
  /**
   * `needless`: there is nothing to sign in to. `wrong`: what was handed in is not what was waited for. `refused`: somebody said no.
   * `broken`: the other side does not do what it has to. `unreachable`: later it may work.
   */
  readonly kind: 'needless' | 'wrong' | 'refused' | 'broken' | 'unreachable';
  readonly message: string;
}

export const problem = (kind: SignInProblem['kind'], message: string): SignInProblem => ({ kind, message });
