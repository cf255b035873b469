import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../record/fixtures/record.ts';
import { runCli } from '../support/run-cli.ts';
import { bringAxe, findBarriers } from './fixtures/axe.ts';
import { openPage } from './fixtures/browser.ts';
import { startPageGateway } from './fixtures/gateway.ts';

/** The page asks anew this often, whatever it hears. */
const POLL_MS = 30_000;
const COMMAND = 'toolmark connect --replace-token';

const banner = (page: Page) => page.getByRole('alert').filter({ hasText: COMMAND });

/** A gateway on the data folder of an earlier version. */
async function startUpgraded() {
  const folder = createFolder();
  writeFileSync(join(folder, 'token'), 'the-token-of-an-earlier-version-0123456789', { mode: 0o600 });
  return { folder, gateway: await startPageGateway({ dataDir: folder }) };
}

describe('the warning of the shared token of an earlier version', () => {
  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)(
    'is an alert on every page with the one command, and keeps nobody out (%s, %i wide)',
    async (theme, width) => {
      const { gateway } = await startUpgraded();
      const page = await openPage({ gateway, theme, width });
      await bringAxe(page);
      for (const path of ['/', '/approvals', '/servers', '/settings']) {
        await page.goto(`${gateway.url}${path}`);
        await banner(page).waitFor();
        expect(await banner(page).textContent()).toContain(
          `Clients still share the token of an earlier version. Create one per client: run ${COMMAND}`,
        );
        expect([path, await findBarriers(page)]).toEqual([path, []]);
      }
      const isWide = await page.evaluate<boolean>(
        'document.documentElement.scrollWidth > document.documentElement.clientWidth',
      );
      expect(isWide).toBe(false);
    },
  );

  it('goes by itself once the command has run', async () => {
    const { folder, gateway } = await startUpgraded();
    const page = await openPage({ gateway });
    await page.clock.install();
    await page.goto(`${gateway.url}/tools`);
    await banner(page).waitFor();
    const home = createFolder();
    const env = { HOME: home, TOOLMARK_HOME: folder };
    expect(await runCli([...COMMAND.split(' ').slice(1), '--yes'], { env, cwd: home })).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, 'token'))).toBe(false);
    await page.clock.fastForward(2 * POLL_MS);
    await banner(page).waitFor({ state: 'detached' });
  });

  it('is not there where no token is shared', async () => {
    const gateway = await startPageGateway();
    const page = await openPage({ gateway, path: '/settings' });
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(await banner(page).count()).toBe(0);
  });
});
