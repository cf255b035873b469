import type { JsonObject } from '@toolmark/base';
import type { ParamsDigest, RoundEntry } from '@toolmark/record';
import { forwardedParams } from '../forwarded-params.ts';
import type { UnderWay } from './in-flight.ts';
import { toRecordedParams } from './recorded-params.ts';
import type { Sanitizer } from './sanitizer.ts';

/**
 * The next later round of a call whose server asked something. `undefined` where nothing but the arguments leaves: those are the same
 * in every round.
 *
 * @param answers what the gateway adds to the params of a client that was asked while its request was open
 */
export function toRound(
  { call, running }: UnderWay,
  at: number,
  { bodies }: Pick<Sanitizer, 'bodies'>,
  digest?: ParamsDigest,
  answers?: JsonObject,
): RoundEntry | undefined {
  // The server asked, so the answers are for it, also where its state looks like one of ours: it may be a gateway too.
  const forwarded = forwardedParams({ ...call, params: { ...call.params, ...answers }, isContinued: true });
  const { seq, tool, rounds } = running;
  const called = { server: tool?.server ?? null, tool: tool?.definition.name ?? call.name };
  const { arguments: _same, others, ...proof } = toRecordedParams(forwarded, called, bodies, digest);
  return others && { kind: 'round', seq, round: rounds.length + 1, at, others, ...proof };
}
