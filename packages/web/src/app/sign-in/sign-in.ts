import type { SignInAnswer, SignInRequest } from '@toolmark/api-contract';
import { get, post } from '../../api/request.ts';
import { signedOut, wasLetIn } from './signed-in.ts';

/** Signs in with a token or the code of a link; throws if the gateway refuses. */
export async function signIn(request: SignInRequest): Promise<void> {
  await post<SignInAnswer>('/sign-in', { body: request });
  wasLetIn();
}

export async function signOut(): Promise<void> {
  await post('/sign-out');
  signedOut();
}

/** Checks whether this browser is already signed in. */
export async function checkSignedIn(): Promise<void> {
  await get('/status');
  wasLetIn();
}
