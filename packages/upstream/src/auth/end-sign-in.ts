import { err, ok, type Result } from '@toolmark/annotations';
import { type Clock, type StateFile, settlesWithin } from '@toolmark/base';
import type { CarefulWeb } from './careful-fetch.ts';
import { discoverAgain } from './discover-again.ts';
import { REVOKE_MS } from './limits.ts';
import { problem, type SignInProblem } from './problem.ts';
import { findSignIn, isOf, type SignInRecord, type SignInState, withoutSignIns } from './sign-in-record.ts';
import type { EndedSignIn } from './sign-ins.ts';
import type { Signable } from './signable.ts';
import { revokeToken } from './tokens.ts';

export interface EndDeps {
  readonly file: StateFile<SignInState>;
  readonly web: CarefulWeb;
  readonly clock: Clock;
}

/** Deletes the tokens first, whatever the authorization server answers, then revokes them there if it supports that. */
export async function endSignIn(signable: Signable, deps: EndDeps): Promise<Result<EndedSignIn, SignInProblem>> {
  const { file, clock } = deps;
  const record = findSignIn(file.get(), signable.key);
  if (record === undefined) return ok({ wasSignedIn: false, revoked: null });
  const saved = await file.update((state) => withoutSignIns(state, isOf(signable.key)));
  if (!saved.ok) return err(problem('broken', saved.error));
  let revoked: boolean | null = false;
  const work = revoke(record, signable, deps).then((outcome) => {
    revoked = outcome;
  });
  await settlesWithin(work, REVOKE_MS, clock);
  return ok({ wasSignedIn: true, revoked });
}

async function revoke(record: SignInRecord, { config }: Signable, { web, clock }: EndDeps): Promise<boolean | null> {
  const { issuer, client } = record;
  const { found, fetch } = await discoverAgain(record, config, web);
  // Never send the token to another issuer.
  if (!found.ok || found.value.metadata.issuer !== issuer) return false;
  return await revokeToken({ discovery: found.value, client, config: config.oauth, fetch, now: clock.now }, record);
}
