import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { NextcloudError } from '../errors.ts';
import type { Account } from './account-file.ts';

const StartedLogin = z.object({ poll: z.object({ token: z.string().min(1), endpoint: z.url() }), login: z.url() });
const Granted = z.object({ server: z.url(), loginName: z.string().min(1), appPassword: z.string().min(1) });

export interface LoginFlowOptions {
  readonly url: string;
  /** Shows the sign-in link to the user. */
  readonly onLink: (link: string) => void;
  readonly signal: AbortSignal;
  /** Timeout for the sign-in; Nextcloud's link expires after 20 minutes. */
  readonly withinMs?: number;
  readonly everyMs?: number;
}

const REQUEST_MS = 15_000;

/**
 * Gets an app password by Nextcloud's Login Flow v2: the user signs in with their browser, and this program never sees their
 * password.
 *
 * @example
 * const account = await runLoginFlow({ url: 'https://cloud.example.org', onLink: console.log, signal });
 */
export async function runLoginFlow(options: LoginFlowOptions): Promise<Account> {
  const { onLink, signal, withinMs = 20 * 60_000, everyMs = 1_000 } = options;
  const base = options.url.replace(/\/+$/, '');
  const response = await post(`${base}/index.php/login/v2`, undefined, signal);
  if (response.status !== 200) throw notOffered(base, response.status);
  const { poll, login } = checked(StartedLogin, response.text, base);
  for (const address of [poll.endpoint, login]) assertSameHost(base, address);
  onLink(login);
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    const { status, text } = await post(poll.endpoint, new URLSearchParams({ token: poll.token }), signal);
    if (status === 200) {
      const { server, loginName, appPassword } = checked(Granted, text, base);
      assertSameHost(base, server);
      return { url: server.replace(/\/+$/, ''), user: loginName, password: appPassword };
    }
    // The endpoint answers 404 until the user has granted access.
    if (status !== 404) throw notOffered(base, status);
    await sleep(everyMs, undefined, { signal });
  }
  throw new NextcloudError(
    'TIMEOUT',
    'The sign-in was not completed within 20 minutes. Run toolmark-nextcloud login again.',
  );
}

async function post(
  url: string,
  body: URLSearchParams | undefined,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'user-agent': 'toolmark-nextcloud', 'ocs-apirequest': 'true' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
      ...(body !== undefined && { body }),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (signal.aborted) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new NextcloudError(
      'UNREACHABLE',
      `${new URL(url).host} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}. Check the URL and the network.`,
    );
  }
}

/** Rejects an app password from another host than the one that the user named. */
function assertSameHost(base: string, address: string): void {
  const [wanted, got] = [new URL(base), new URL(address)];
  if (wanted.host === got.host && (wanted.protocol === got.protocol || got.protocol === 'https:')) return;
  throw new NextcloudError(
    'REDIRECTED',
    `${wanted.host} sends the login to ${got.host}. If that is your Nextcloud, log in with its own address.`,
  );
}

function checked<Schema extends z.ZodType>(schema: Schema, text: string, base: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw notOffered(base, 200);
  }
}

const notOffered = (base: string, status: number): NextcloudError =>
  new NextcloudError(
    'UNEXPECTED_REPLY',
    `${new URL(base).host} offers no login for programs (status ${status}). Is this the address of a Nextcloud?`,
    { status },
  );
