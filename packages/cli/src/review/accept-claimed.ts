import { err, ok, type Result } from '@toolmark/annotations';
import { type Approval, reviewSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { GatewayClient } from '../gateway-client.ts';
import type { Untold } from '../gateway-client-command.ts';
import { EXIT } from '../io.ts';
import { getReview } from './review.ts';

/** Accepts what the tool of a question claims, if it still claims what the question says. */
export async function acceptClaimed(asked: Approval, gateway: GatewayClient): Promise<Result<void, Untold>> {
  const review = await getReview(asked.server, gateway);
  if (!review.ok) return review;
  const { suspicious_tools: suspicious, groups } = review.value;
  const claimed = [...suspicious, ...groups.flatMap(({ tools }) => tools)].find(
    ({ tool, claims }) => tool === asked.tool && claims.every((hint) => asked.effective[hint].declared !== null),
  );
  if (claimed === undefined) {
    const name = safeText(`${asked.server}/${asked.tool}`);
    const message = `${name} claims nothing that waits for you, or something else than was asked about. Without --accept-claims only the call is approved.`;
    return err({ status: undefined, code: EXIT.findings, message });
  }
  const { tool, fingerprint } = claimed;
  const path = `/servers/${encodeURIComponent(asked.server)}/review`;
  const answer = await gateway.request('POST', path, reviewSchema, { body: { tools: [{ tool, fingerprint }] } });
  return answer.ok ? ok(undefined) : answer;
}
