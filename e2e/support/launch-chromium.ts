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
  const { findChromium } = await loadFinder();
  return await launch(findChromium(), more);
}

/** Starts the headless shell, or Chromium where it is not installed. The caller closes it. */
export async function launchHeadlessShell(): Promise<Browser> {
  const { findChromium, findHeadlessShell } = await loadFinder();
  return await launch(findHeadlessShell() ?? findChromium(), []);
}

interface Finder {
  readonly findChromium: () => string | undefined;
  readonly findHeadlessShell: () => string | undefined;
}

/** It is plain JavaScript without types, because it also runs before anything is installed. */
async function loadFinder(): Promise<Finder> {
  return (await import(new URL('../../scripts/find-chromium.mjs', import.meta.url).href)) as Finder;
}

async function launch(executablePath: string | undefined, more: readonly string[]): Promise<Browser> {
  if (executablePath === undefined)
    throw new Error('No Chromium was found: sudo apt-get install chromium, or set CHROMIUM=/path/to/it.');
  return await chromium.launch({ executablePath, args: [...ARGS, ...more], timeout: 60_000 });
}
