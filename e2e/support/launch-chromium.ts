import { type Browser, chromium } from 'playwright-core';

/** Disables updates, telemetry and other background requests. */
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the installed Chromium with a new profile. The caller closes it. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  // Plain JavaScript, because it also runs before anything is installed.
  const script = (await import(new URL('../../scripts/find-chromium.mjs', import.meta.url).href)) as {
    readonly findChromium: () => string | undefined;
  };
  const executablePath = script.findChromium();
  if (executablePath === undefined)
    throw new Error('No Chromium was found: sudo apt-get install chromium, or set CHROMIUM=/path/to/it.');
  return await chromium.launch({ executablePath, args: [...ARGS, ...more], timeout: 60_000 });
}
