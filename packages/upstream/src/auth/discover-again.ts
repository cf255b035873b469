import type { Result } from '@toolmark/annotations';
import type { UpstreamConfig } from '../upstream-config.ts';
import type { CarefulFetch, CarefulWeb } from './careful-fetch.ts';
import { type Discovery, discover } from './discover.ts';
import type { SignInProblem } from './problem.ts';
import type { SignInRecord } from './sign-in-record.ts';

/** The authorization server of an earlier sign-in, discovered again, and a fetch for it. */
export interface FoundAgain {
  readonly found: Result<Discovery, SignInProblem>;
  readonly fetch: CarefulFetch;
}

export async function discoverAgain(
  { url, issuer, metadataUrl }: SignInRecord,
  { oauth }: Pick<UpstreamConfig, 'oauth'>,
  web: CarefulWeb,
): Promise<FoundAgain> {
  const server = new URL(url);
  const { fetch, place } = await web.fetchFor(server);
  const issuers = { knownIssuer: issuer, expectedIssuer: oauth?.issuer };
  return { found: await discover({ server, challenge: { metadataUrl }, ...issuers, fetch, place }), fetch };
}
