import * as z from 'zod';
import type { Nextcloud } from '../http/nextcloud.ts';
import { MODULES } from './modules.ts';

const Capabilities = z.object({ capabilities: z.record(z.string(), z.unknown()) });

/** The apps of our modules that are not installed on this Nextcloud. */
export async function findMissingApps(nextcloud: Nextcloud, signal: AbortSignal): Promise<readonly string[]> {
  const { capabilities } = await nextcloud.ocs(Capabilities, {
    method: 'GET',
    path: ['ocs', 'v2.php', 'cloud', 'capabilities'],
    what: 'the capabilities',
    signal,
  });
  const missing: string[] = [];
  for (const { app, probe } of MODULES) {
    if (app === undefined || app in capabilities) continue;
    if (probe === undefined || !(await isThere(nextcloud, probe, signal))) missing.push(app);
  }
  return missing;
}

/** Without the app, Nextcloud answers 404 or redirects to its start page. */
async function isThere(nextcloud: Nextcloud, path: readonly string[], signal: AbortSignal): Promise<boolean> {
  const { status } = await nextcloud.request({
    method: 'GET',
    path,
    what: 'the app',
    accept: [302, 303, 404, 500, 501],
    signal,
  });
  return status < 300;
}
