import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { connectTo } from '../policy/fixtures/policy-client.ts';
import { until, untilClicked } from './fixtures/answering.ts';
import { openPage } from './fixtures/browser.ts';
import { shareGateway } from './fixtures/shared-gateway.ts';

const SOON = { timeout: 30_000 };
/** Nothing is configured: as whoever starts it for the first time has it. */
const gateway = shareGateway({});

const go = (page: Page, path: string) => page.goto(`${gateway().url}${path}`);

describe('the first start', () => {
  it('helps, shows a demo that asks, and fills every page', { timeout: 200_000 }, async () => {
    const page = await openPage({ gateway: gateway() });
    const steps = page.locator('[data-first-steps]');
    await steps.getByRole('heading', { name: 'No agent has called a tool yet' }).waitFor();
    await steps.getByRole('link', { name: 'Connect a client' }).click();
    await page.getByRole('tab', { name: 'Cursor' }).waitFor();
    await page.goBack();
    await steps.getByRole('link', { name: 'Import your servers' }).click();
    await page.getByRole('dialog', { name: 'Import servers' }).waitFor();
    await page.goBack();

    await steps.getByRole('button', { name: 'Watch a demo' }).click();
    const demo = page.locator('[data-demo]');
    await demo.locator('[data-step="ok"]').first().waitFor();
    const question = demo.locator('[data-demo-question]');
    await question.getByText('The agent wants to delete a note.').waitFor({ timeout: 90_000 });
    expect(await demo.locator('[data-step="error"]').count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Approvals 1 waiting' }).waitFor();
    const answered = page.locator('[data-demo]:not(:has([data-demo-question]))');
    await untilClicked(answered, question.getByRole('button', { name: 'Approve once' }));
    await page.locator('[data-demo-state="done"]').waitFor({ timeout: 60_000 });
    await demo.getByRole('link', { name: 'See the session' }).waitFor();
    // The end, and the tool that lied, are on screen without scrolling inside the panel.
    expect(await demo.locator('ol').evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
    const lie = demo.locator('[data-demo-lie]');
    await lie.getByText('This tool lied').waitFor();
    expect(await lie.getByRole('definition').allInnerTexts()).toEqual(['Read-only', 'Destructive']);
    await page.getByRole('heading', { name: 'Busiest tools, last 24 hours' }).waitFor();
    await page.locator('[data-session]').first().waitFor();

    for (const [path, shows] of [
      ['/approvals', /Delete note/i],
      ['/tool-calls', /Delete note/i],
      ['/sessions', 'Toolmark demo'],
      ['/tools', /Delete note/i],
      ['/servers', 'demo'],
      ['/policy', /destructive/i],
    ] as const) {
      await go(page, path);
      await page.getByRole('main').getByText(shows).locator('visible=true').first().waitFor();
    }
    await go(page, '/sessions');
    await page.getByRole('link', { name: 'Toolmark demo' }).first().click();
    await page.getByRole('heading', { name: 'Toolmark demo', level: 1 }).waitFor();
  });
});

describe('the palette', () => {
  it('opens with Ctrl-K, finds a tool, goes there, and runs a command', async () => {
    const page = await openPage({ gateway: gateway() });
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    await until(field, () => page.keyboard.press('Control+k'));
    await field.fill('serch notes');
    await page.getByRole('option', { name: /Search notes/i, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Search notes/i, level: 1 }).waitFor();
    await field.waitFor({ state: 'hidden' });

    await page.keyboard.press('Control+k');
    await field.fill('theme dark');
    await page.getByRole('option', { name: 'Theme: dark', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme'), SOON).toBe('toolmark-dark');

    await page.keyboard.press('Control+k');
    await field.fill('restart server demo');
    await page.getByRole('option', { name: 'Restart server demo', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^demo is (?:ready again|connecting)/).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
  });
});

describe('a page that stays open', () => {
  it('shows a call as it is made, and does not jump while somebody reads further down', async () => {
    const client = await connectTo(gateway(), 'modern', 'live agent');
    const call = () => client.call('demo__list_notes');
    for (let count = 0; count < 60; count++) await call();
    const page = await openPage({ gateway: gateway(), path: '/tool-calls', height: 600 });
    const total = page.locator('[data-total]');
    await page.locator('[data-live="live"]').waitFor();
    const count = async (): Promise<number> => Number.parseInt((await total.textContent()) ?? '', 10);
    await expect.poll(count, SOON).toBeGreaterThanOrEqual(60);
    const before = await count();
    const first = page.locator('[data-index="0"] a[data-main]');
    const address = await first.getAttribute('href');
    await call();
    await expect.poll(() => first.getAttribute('href'), SOON).not.toBe(address);
    await expect.poll(count, SOON).toBe(before + 1);

    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, 900);
    await expect.poll(() => page.evaluate('scrollY'), SOON).toBeGreaterThan(300);
    // What is in the middle of the window, and where.
    const middle = `(() => {
      const row = document.elementFromPoint(600, 350).closest('[data-index]');
      return [row?.querySelector('a[data-main]')?.getAttribute('href'), Math.round(row?.getBoundingClientRect().top)];
    })()`;
    await expect.poll(() => page.evaluate(`${middle}[0] != null`), SOON).toBe(true);
    const read = await page.evaluate(middle);
    await call();
    await call();
    await page.locator('[data-news]').getByText('2 new calls').waitFor();
    expect(await page.evaluate(middle)).toEqual(read);
    await page.locator('[data-news]').click();
    await expect.poll(() => page.evaluate('scrollY'), SOON).toBe(0);
    await expect.poll(count, SOON).toBe(before + 3);
  });

  it('changes what has changed and leaves the rest as it is', async () => {
    const client = await connectTo(gateway(), 'modern', 'steady agent');
    await client.call('demo__list_notes');
    const page = await openPage({ gateway: gateway() });
    const row = page.locator('[data-session]').filter({ hasText: 'steady agent' });
    await row.waitFor();
    await page.locator('[data-live="live"]').waitFor();
    await page.evaluate(`for (const row of document.querySelectorAll('[data-session]')) row.known = true`);
    await client.call('demo__list_notes');
    await client.call('demo__list_notes');
    await row.getByRole('link', { name: /^3 calls of session / }).waitFor();
    expect(await page.evaluate(`[...document.querySelectorAll('[data-session]')].every((row) => row.known)`)).toBe(
      true,
    );
  });
});
