import { type Clock, type Log, lockFile, type StateFile, settlesWithin } from '@toolmark/base';
import type { UpstreamConfig } from '../upstream-config.ts';
import type { CarefulWeb } from './careful-fetch.ts';
import { discoverAgain } from './discover-again.ts';
import { RENEW_LOCK, RENEW_MS } from './limits.ts';
import {
  findSignIn,
  isOf,
  type SignInRecord,
  type SignInState,
  withChanged,
  withoutSignIns,
} from './sign-in-record.ts';
import { renewToken } from './tokens.ts';

/** `over`: the sign-in is no longer valid, and is deleted. */
export type Renewal = 'renewed' | 'over' | 'unreachable';

export interface RenewDeps {
  readonly file: StateFile<SignInState>;
  /** The base path of the lock file that marks a renewal in progress. */
  readonly path: string;
  readonly web: CarefulWeb;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Renews a sign-in within a deadline. Several processes may share it, and many issuers treat a refresh token that is
 * used twice as stolen: so one process renews under a lock, and the others use its result.
 */
export async function renewSignIn(record: SignInRecord, config: UpstreamConfig, deps: RenewDeps): Promise<Renewal> {
  const { clock, log } = deps;
  let outcome: Renewal = 'unreachable';
  const work = renewAlone(record, config, deps).then((found) => {
    outcome = found;
  });
  work.catch((error: unknown) =>
    log.error({ server: record.server, error: String(error) }, 'a sign-in could not be renewed'),
  );
  await settlesWithin(work, RENEW_MS, clock);
  return outcome;
}

async function renewAlone(record: SignInRecord, config: UpstreamConfig, deps: RenewDeps): Promise<Renewal> {
  const { file, path, log } = deps;
  const lock = await lockFile(`${path}.renewing.lock`, RENEW_LOCK);
  if (!lock.ok) return 'unreachable';
  try {
    // Reloads the file, which another process may have written.
    await file.update((state) => state);
    const present = findSignIn(file.get(), record);
    if (present === undefined) return 'over';
    if (present.accessToken !== record.accessToken) return 'renewed';
    return await renewPresent(present, config, deps);
  } finally {
    await lock.value
      .release()
      .catch((error: unknown) => log.warn({ error: String(error) }, 'a lock could not be removed'));
  }
}

async function renewPresent(record: SignInRecord, config: UpstreamConfig, deps: RenewDeps): Promise<Renewal> {
  const { file, web, clock, log } = deps;
  const { issuer, client } = record;
  const { found, fetch } = await discoverAgain(record, config, web);
  if (!found.ok) {
    log.warn({ server: record.server }, `the sign-in could not be renewed: ${found.error.message}`);
    return 'unreachable';
  }
  const forget = async (why: string): Promise<Renewal> => {
    log.warn({ server: record.server }, `signed out: ${why}`);
    await file.update((state) =>
      withoutSignIns(state, (one) => isOf(record)(one) && one.accessToken === record.accessToken),
    );
    return 'over';
  };
  if (found.value.metadata.issuer !== issuer) return await forget('the authorization server changed');
  const request = {
    discovery: { ...found.value, resource: record.resource },
    client,
    config: config.oauth,
    fetch,
    now: clock.now,
  };
  const renewed = await renewToken(request, record);
  if (!renewed.ok) {
    if (renewed.error.kind === 'refused') return await forget(renewed.error.message);
    log.warn({ server: record.server }, `the sign-in could not be renewed: ${renewed.error.message}`);
    return 'unreachable';
  }
  const saved = await file.update((state) => withChanged(state, record, renewed.value));
  if (!saved.ok) log.error({ server: record.server }, `the renewed sign-in could not be saved: ${saved.error}`);
  return saved.ok ? 'renewed' : 'unreachable';
}
