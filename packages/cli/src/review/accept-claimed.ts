import { err, ok, type Result } from '@toolmark/annotations';
import { type Approval, reviewSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { GatewayClient } from '../gateway-client.ts';
import type { CommandFailure } from '../gateway-client-command.ts';
import { EXIT } from '../io.ts';
import { getReview } from './review.ts';

/** Accepts the claims of the tool that an approval is about, if they are still the same. */
export async function acceptClaimed(asked: Approval, gateway: GatewayClient): Promise<Result<void, CommandFailure>> {
  const review = await getReview(asked.server, gateway);
  if (!review.ok) return review;
  const { suspicious_tools: suspicious, groups } = review.value;
  const claimed = [...suspicious, ...groups.flatMap(({ tools }) => tools)].find(
    ({ tool, claims }) => tool === asked.tool && claims.every((hint) => asked.effective[hint].declared !== null),
  );
  if (claimed === undefined) {
    const name = safeText(`${asked.server}/${asked.tool}`);
    const message = `${name} has no unreviewed hints, or others than when this call asked. Without --accept-claims only the call is approved.`;
    return err({ status: undefined, code: EXIT.findings, message });
  }
  const { tool, fingerprint } = claimed;
  const path = `/servers/${encodeURIComponent(asked.server)}/review`;
  const answer = await gateway.request('POST', path, reviewSchema, { body: { tools: [{ tool, fingerprint }] } });
  return answer.ok ? ok(undefined) : answer;
}
