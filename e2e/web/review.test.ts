import type { Review } from '@toolmark/api-contract';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { apiOf } from '../policy/fixtures/api.ts';
import { connectTo } from '../policy/fixtures/policy-client.ts';
import { openPage } from './fixtures/browser.ts';
import { createScripted } from './fixtures/scripted.ts';
import { shareGateway } from './fixtures/shared-gateway.ts';

const SOON = { timeout: 30_000 };
const reads = (name: string, title: string) => ({ name, title, annotations: { readOnlyHint: true } });

const desk = createScripted({
  tools: [
    reads('list_papers', 'List Papers'),
    reads('get_paper', 'Get Paper'),
    reads('delete_paper', 'Delete Paper'),
    { name: 'add_paper', title: 'Add Paper', annotations: { destructiveHint: false } },
  ],
});
const shelf = createScripted({ tools: [reads('find_book', 'Find Book')] });
const drawer = createScripted({ tools: [reads('list_pens', 'List Pens'), reads('find_pen', 'Find Pen')] });
const gateway = shareGateway({
  servers: {
    drawer: { ...drawer.entry, trust: 'review' },
    desk: { ...desk.entry, trust: 'review' },
    shelf: { ...shelf.entry, trust: 'review' },
  },
  config: { policy: { ask: { wait: 30, expiry: 60 } } },
});

const reviewOf = async (server: string): Promise<Review> =>
  (await gateway().api(`/api/v1/servers/${server}/review`)).body as Review;
const card = (page: Page) => page.locator('[data-review]');

it('has suspicious tools first, with the reason and unselected, and takes the others with one click', async () => {
  const page = await openPage({ gateway: gateway(), path: '/servers/desk' });
  await card(page).waitFor();
  expect(await card(page).locator('[data-suspicious]').textContent()).toContain("The name says 'delete'");
  const box = (tool: string) => card(page).locator(`[data-review-tool="${tool}"] input`);
  expect([await box('delete_paper').isChecked(), await box('list_papers').isChecked()]).toEqual([false, true]);
  await page.getByRole('button', { name: 'Accept all 3 that are not suspicious' }).click();
  await page.getByText('The hints of 3 tools now apply.').waitFor();
  expect(await reviewOf('desk')).toMatchObject({ waiting: 1, suspicious: 1, accepted: 3 });

  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect.poll(async () => (await reviewOf('desk')).accepted, SOON).toBe(0);
  await box('get_paper').uncheck();
  await page.getByRole('button', { name: 'Accept 2 selected' }).click();
  await expect
    .poll(async () => (await reviewOf('desk')).accepted_tools.map(({ tool }) => tool).toSorted(), SOON)
    .toEqual(['add_paper', 'list_papers']);
});

it('is on the dashboard, and gone from there after one click', async () => {
  const page = await openPage({ gateway: gateway(), path: '/' });
  const row = page.locator('[data-needs-review="shelf"]');
  await row.getByRole('button', { name: 'Accept the one that is not suspicious' }).click();
  await row.waitFor({ state: 'detached' });
  expect(await reviewOf('shelf')).toMatchObject({ waiting: 0, accepted: 1 });
});

it('is done by keyboard alone', async () => {
  const page = await openPage({ gateway: gateway(), path: '/servers/drawer' });
  await card(page).waitFor();
  const tabTo = async (target: Locator): Promise<void> => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.and(page.locator(':focus')).count()) return;
      await page.keyboard.press('Tab');
    }
    expect.fail('Tab does not reach it.');
  };
  await tabTo(card(page).locator('[data-review-tool="find_pen"] input'));
  await page.keyboard.press('Space');
  await tabTo(card(page).getByRole('button', { name: 'Accept 1 selected' }));
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await reviewOf('drawer')).accepted_tools.map(({ tool }) => tool), SOON)
    .toEqual(['list_pens']);
});

it('offers on the question of a call to accept what its tool claims', async () => {
  const client = await connectTo(gateway(), 'modern');
  const called = client.call('desk__get_paper', {});
  await expect.poll(async () => (await apiOf(gateway()).waiting()).length, SOON).toBe(1);
  const page = await openPage({ gateway: gateway(), path: '/approvals' });
  await page.getByRole('button', { name: 'Accept these hints' }).click();
  await page.getByRole('button', { name: 'Accept and approve once' }).click();
  await called;
  expect(desk.reached('get_paper')).toHaveLength(1);
  expect((await reviewOf('desk')).accepted_tools.map(({ tool }) => tool)).toContain('get_paper');
});
