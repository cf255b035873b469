import * as z from 'zod';
import { NextcloudError } from '../errors.ts';
import { toStatusError } from './status-errors.ts';

const Envelope = z.object({
  ocs: z.object({ meta: z.object({ statuscode: z.number(), message: z.string().nullish() }), data: z.unknown() }),
});

/** Returns `ocs.data`; an OCS status other than 100 or 200 is a failure whatever the HTTP status. */
export function unwrapOcs(reply: unknown, what: string): unknown {
  const envelope = Envelope.safeParse(reply);
  if (!envelope.success) throw new NextcloudError('UNEXPECTED_REPLY', `The answer for ${what} is not an OCS envelope.`);
  const { meta, data } = envelope.data.ocs;
  if (meta.statuscode === 100 || meta.statuscode === 200) return data;
  throw toStatusError(meta.statuscode === 997 ? 401 : meta.statuscode, what, {
    reason: meta.message ?? undefined,
  });
}
