import type { JsonObject } from '@toolmark/base';
import type { Bodies, Body, DigestedCall, ForwardedParams, ParamsDigest } from '@toolmark/record';

/** The parameters of one request as they are stored. */
export interface RecordedParams {
  readonly arguments: Body | null;
  /** Everything that left besides the arguments; missing where nothing did. */
  readonly others?: Body;
  /** Of all forwarded parameters; only where redaction or cutting changed one of the bodies. */
  readonly digest?: string;
}

/** Redacts and cuts what a request sends, and computes the digest that proves the original. */
export function toRecordedParams(
  forwarded: ForwardedParams,
  { server, tool }: Pick<DigestedCall, 'server' | 'tool'>,
  bodies: Pick<Bodies, 'of'>,
  digest?: ParamsDigest,
): RecordedParams {
  const besides = besidesOf(forwarded);
  const given = forwarded.arguments === undefined ? null : bodies.of(forwarded.arguments);
  const others = besides && bodies.of(besides);
  const proof = isChanged(given) || isChanged(others) ? digest?.of({ ...forwarded, server, tool }) : undefined;
  return {
    arguments: given,
    ...(others !== undefined && { others }),
    ...(proof !== undefined && { digest: proof }),
  };
}

/** What leaves besides the arguments, as one object; `undefined` where nothing does, as of nearly every call. */
function besidesOf({ others, headers }: ForwardedParams): JsonObject | undefined {
  return headers === undefined ? others : { ...others, 'HTTP headers': headers };
}

/** Whether the record has something else than what left. */
const isChanged = (body: Body | null | undefined): boolean => body != null && (body.redactions > 0 || body.isCut);
