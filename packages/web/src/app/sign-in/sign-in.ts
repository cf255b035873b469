import type { SignInAnswer, SignInRequest } from '@toolmark/api-contract';
import { get, post } from '../../api/request.ts';
import { signedOut, wasLetIn } from './signed-in.ts';

/** Shows the gateway a token or the code of a link, and is let in or hears why not. */
export async function signIn(request: SignInRequest): Promise<void> {
  await post<SignInAnswer>('/sign-in', { body: request });
  wasLetIn();
}

export async function signOut(): Promise<void> {
  await post('/sign-out');
  signedOut();
}

/** Whether this browser is let in already. */
export async function checkSignedIn(): Promise<void> {
  await get('/status');
  wasLetIn();
}
