import * as z from 'zod';
import { NextcloudError } from '../errors.ts';
import { readBody } from '../http/read-body.ts';

/** Whether tools can work at the moment. */
export interface Readiness {
  readonly isReady: boolean;
  /** `ok`, or an error message. */
  readonly nextcloud: string;
  readonly durationMs: number;
}

export interface ReadinessOptions {
  readonly url: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds from any starting point. */
  readonly now?: () => number;
}

const CHECK_MS = 2_000;
/** Probes and scrapes share a cached answer for this time. */
const KEEP_MS = 5_000;
const MAX_BYTES = 64 * 1024;

const Status = z.object({
  installed: z.boolean(),
  maintenance: z.boolean(),
  needsDbUpgrade: z.boolean().optional(),
});

/**
 * Asks Nextcloud's `status.php`, which needs no credentials, at most once in five seconds.
 *
 * @example
 * const { isReady, nextcloud } = await createReadiness({ url: 'https://cloud.example.org' }).check();
 */
export function createReadiness(options: ReadinessOptions): { readonly check: () => Promise<Readiness> } {
  const { url, fetch = globalThis.fetch, now = () => performance.now() } = options;
  const address = `${url.replace(/\/+$/, '')}/status.php`;
  let last: { readonly at: number; readonly answer: Promise<Readiness> } | undefined;
  const ask = async (): Promise<Readiness> => {
    const began = now();
    const problem = await findProblem(address, fetch);
    return { isReady: problem === undefined, nextcloud: problem ?? 'ok', durationMs: now() - began };
  };
  return {
    check: () => {
      if (last === undefined || now() - last.at >= KEEP_MS) last = { at: now(), answer: ask() };
      return last.answer;
    },
  };
}

async function findProblem(address: string, fetch: typeof globalThis.fetch): Promise<string | undefined> {
  const signal = AbortSignal.timeout(CHECK_MS);
  try {
    const response = await fetch(address, { redirect: 'manual', signal });
    const { body } = await readBody(response, { max: MAX_BYTES, cuts: false, what: 'status.php' });
    if (response.status >= 300 && response.status < 400)
      return 'Nextcloud redirects status.php elsewhere. Use the address that it redirects to.';
    if (response.status !== 200) return `Nextcloud answers status.php with status ${response.status}.`;
    const status = Status.safeParse(toJson(new TextDecoder().decode(body)));
    if (!status.success) return 'The server at this address is not a Nextcloud. Check the URL.';
    if (!status.data.installed) return 'Nextcloud is not installed completely.';
    if (status.data.maintenance) return 'Nextcloud is in maintenance mode.';
    return status.data.needsDbUpgrade === true ? 'Nextcloud waits for its database to be upgraded.' : undefined;
  } catch (error) {
    if (signal.aborted) return `Nextcloud did not answer within ${CHECK_MS / 1000} s.`;
    if (error instanceof NextcloudError) return 'The server at this address is not a Nextcloud. Check the URL.';
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : 'no connection';
    return `Nextcloud cannot be reached: ${cause}.`;
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
