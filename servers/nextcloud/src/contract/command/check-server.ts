import * as z from 'zod';
import { NextcloudError } from '../../errors.ts';
import type { Nextcloud } from '../../http/nextcloud.ts';
import { findMissingApps } from '../../modules/missing-apps.ts';

const Status = z.object({ maintenance: z.boolean(), versionstring: z.string() });
const START_MS = 30_000;

/** Checks that the server answers and accepts the password, and finds missing apps. Errors name the fix. */
export async function checkServer(
  nextcloud: Nextcloud,
  stop: AbortSignal,
): Promise<{ readonly version: string; readonly missing: readonly string[] }> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(START_MS)]);
  const status = await nextcloud.json(Status, { method: 'GET', path: ['status.php'], what: 'the status', signal });
  if (status.maintenance)
    throw new NextcloudError('UNREACHABLE', 'Nextcloud is in maintenance mode. Try again when it is over.');
  return { version: status.versionstring, missing: await findMissingApps(nextcloud, signal) };
}
