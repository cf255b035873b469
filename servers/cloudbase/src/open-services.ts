import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createCloudBase } from './cloud/create-cloudbase.ts';
import type { Endpoints } from './cloud/endpoints.ts';
import { type CreatedConsent, createConsent } from './consent/create-consent.ts';
import { createDialogs } from './dialogs/create-dialogs.ts';
import { canOpenBrowser } from './dialogs/open-browser.ts';
import { createEmulator, type Emulator } from './emulator/create-emulator.ts';
import type { ServeOptions } from './options.ts';
import { createSession } from './session/create-session.ts';
import type { Session } from './session/session.ts';
import type { Services } from './tools/toolbox.ts';

/** The services of the running program. */
export interface OpenServices {
  readonly services: Services;
  readonly consent: CreatedConsent;
  /** Closes everything and removes the temporary folder. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the services of the tools: Tencent Cloud, or a signed-in emulator.
 *
 * @example
 * const { services, consent, close } = await openServices(options, TENCENT, complain);
 */
export async function openServices(
  options: ServeOptions,
  tencent: Endpoints,
  complain: (sentence: string) => void,
): Promise<OpenServices> {
  const { language, isUnattended, region } = options;
  const temporary = await mkdtemp(join(tmpdir(), 'toolmark-cloudbase-'));
  const dialogs = createDialogs({ language, complain });
  let emulator: Emulator | undefined;
  const close = async (): Promise<void> => {
    await dialogs.close();
    await emulator?.close();
    await rm(temporary, { recursive: true, force: true });
  };
  try {
    emulator = options.isEmulator ? await createEmulator({ hasSamples: true }) : undefined;
    const endpoints = emulator?.endpoints ?? tencent;
    const session =
      emulator === undefined
        ? createSession({ ...options, endpoints, env: process.env, home: homedir() })
        : await signInTo(emulator, join(temporary, 'session'), options);
    const cloud = createCloudBase({ endpoints, session, language, ...(region !== undefined && { region }) });
    const services: Services = {
      cloud,
      session,
      dialogs,
      endpoints,
      language,
      isUnattended,
      workspace: resolve(options.workspace),
      temporary: join(temporary, 'files'),
      mayReachPrivate: emulator !== undefined,
    };
    const isPageSeen = canOpenBrowser() || process.stderr.isTTY === true;
    return { services, consent: createConsent({ language, dialogs: isPageSeen ? dialogs : undefined }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Stores a login instead of keys, so that `logout` and `login` work too. It is in the temporary folder. */
async function signInTo(emulator: Emulator, home: string, { language }: ServeOptions): Promise<Session> {
  const { endpoints, envId } = emulator;
  const shared = { endpoints, env: {}, home, language };
  const signal = AbortSignal.timeout(10_000);
  const { completed } = await createSession({ ...shared, pause: async () => {} }).startDeviceLogin(signal);
  await completed(signal);
  const session = createSession(shared);
  await session.chooseEnv(envId);
  return session;
}
