import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { ScreenshotGateway } from './gateway.ts';
import type { Picture } from './pages.ts';

const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const THEMES = ['light', 'dark'] as const;
const PATIENCE_MS = 30_000;

export interface ShootOptions {
  readonly browser: Browser;
  readonly gateway: ScreenshotGateway;
  readonly folder: string;
  /** A browser that is not signed in sees another page. */
  readonly isSignedIn?: boolean;
}

/** Takes each picture wide and narrow, light and dark: `dashboard-wide-light.png`. */
export async function takeScreenshots(pictures: readonly Picture[], options: ShootOptions): Promise<void> {
  const { browser, gateway, folder, isSignedIn = true } = options;
  if (pictures.length === 0) return;
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const theme of THEMES) {
      const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' });
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      page.on('pageerror', (error) => console.error(`${page.url()}: ${error.message}`));
      if (isSignedIn) await signIn(page, gateway);
      for (const { name, path, ready } of pictures) {
        await page.goto(`${gateway.url}${path}`);
        await ready(page);
        await settle(page);
        await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`) });
      }
      await context.close();
      console.log(`  ${size}, ${theme}: ${pictures.length} pictures`);
    }
  }
}

async function signIn(page: Page, gateway: ScreenshotGateway): Promise<void> {
  const { url } = await gateway.api<{ readonly url: string }>('POST', '/links');
  await page.goto(url);
  await page.getByRole('navigation').first().waitFor();
}

/** Waits until the page no longer changes. */
async function settle(page: Page): Promise<void> {
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  // The event stream never ends, so the network never becomes idle; compare the text of the page instead.
  let before = '';
  for (let equal = 0; equal < 3; ) {
    await page.waitForTimeout(250);
    const now = String(await page.evaluate(WORDS));
    equal = now === before ? equal + 1 : 0;
    before = now;
  }
}

/** A string, because it runs in the page. Ignores digits, because times change. */
const WORDS = "document.body.innerText.replace(/\\d+/g, '')";
