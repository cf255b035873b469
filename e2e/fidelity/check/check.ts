import type { RawClient } from '../client/raw-client.ts';
import { checkOthers, checkResults } from './check-answers.ts';
import { checkTools } from './check-tools.ts';
import type { Finding } from './finding.ts';
import type { Target } from './target.ts';

/** Checks a client's view of a tool set, of its results, and of prompts and resources. */
export async function check(client: RawClient, target: Target, set: string): Promise<readonly Finding[]> {
  const { findings, receivedByMarker } = await checkTools(client, target, set);
  if (set.startsWith('malformed-')) return findings;
  return [
    ...findings,
    ...(await checkResults(client, target, receivedByMarker)),
    ...(await checkOthers(client, target)),
  ];
}
