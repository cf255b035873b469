import { isJsonObject } from '@toolmark/annotations';
import type { VerifyAnswer, VerifyRequest } from '@toolmark/api-contract';
import { readEnvelope } from '../../calls/sent-params.ts';
import { fail, notFound } from './answers.ts';
import { askRecord } from './ask-record.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { noCall } from './tool-calls.ts';

/** Checks whether given parameters match a digest of a call, of its first request or of a later round. */
export async function verifyCall(
  context: RestContext,
  deps: RestDeps,
  { params, headers }: VerifyRequest,
): Promise<Response> {
  const id = context.req.param('id') ?? '';
  const call = await askRecord(deps, (reader) => reader.call(id));
  if (call === undefined) return notFound(context, noCall(id));
  const { server, tool } = call;
  const digests = [call, ...call.rounds].flatMap(({ params_digest: digest }) => digest ?? []);
  if (digests.length === 0)
    return fail(context, 'conflict', 'This call has no digest: it is recorded completely, or by an older version.');
  const { name: _name, arguments: given, _meta, ...rest } = params;
  if (given !== undefined && !isJsonObject(given))
    return fail(context, 'bad_request', 'params.arguments must be an object.');
  const meta = readEnvelope(params).rest;
  const others = { ...rest, ...(meta !== undefined && { _meta: meta }) };
  const claimed = { server, tool, arguments: given, others, headers };
  const checked = digests.map((digest) => deps.recorder.digest?.isOf(digest, claimed));
  if (checked.every((isSame) => isSame === undefined))
    return fail(
      context,
      'conflict',
      'The digest was made with another key than the one in the data folder, so it cannot be checked here.',
    );
  return context.json({ is_same: checked.includes(true) } satisfies VerifyAnswer);
}
