import type { Begin, Body, ParamsDigest } from '@toolmark/record';
import { eraOf } from '../../sessions/identity.ts';
import { legsOf } from '../../sessions/risk.ts';
import { forwardedParams } from '../forwarded-params.ts';
import type { UnderWay } from './in-flight.ts';
import { toRecordedParams } from './recorded-params.ts';
import type { Sanitizer } from './sanitizer.ts';

/** The beginning of a call. The tool is what it was then: it may be another one by the time this is written. */
export function toBegin(
  { call, running }: UnderWay,
  version: string | null,
  { bodies, labels }: Sanitizer,
  digest?: ParamsDigest,
): Begin {
  const { caller } = call;
  const { seq, id, session, tool, at } = running;
  const called = { server: tool?.server ?? null, tool: tool?.definition.name ?? call.name };
  const { arguments: body, ...sent } = toRecordedParams(forwardedParams(call), called, bodies, digest);
  return {
    kind: 'begin',
    seq,
    id,
    session,
    version,
    server: tool?.server ?? null,
    // Of a tool that exists it is a name; of one that does not, somebody may have put anything there.
    tool: tool?.definition.name ?? labels(call.name) ?? '',
    class: tool?.resolution.class ?? null,
    at,
    era: eraOf(caller),
    mode: caller.mode ?? 'direct',
    client: labels(caller.client?.['name']),
    principal: caller.principal,
    arguments: body,
    ...sent,
    summary: body !== null && isShort(body) ? undefined : bodies.summary(call.arguments),
    legs: legsOf(tool, 'leaving'),
  };
}

/** Arguments that are longer are shortened first: nobody else has all of them, or should have to read them again. */
const MAX_SHORT = 64 * 1024;

const isShort = ({ isCut, bytes }: Body): boolean => !isCut && bytes <= MAX_SHORT;
