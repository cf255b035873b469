import type { Approval } from '@toolmark/api-contract';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { connectTo } from '../policy/fixtures/policy-client.ts';
import { cardOf, waitingAt } from '../web/fixtures/answering.ts';
import { createScripted, NOTES } from '../web/fixtures/scripted.ts';
import { shareGateway } from '../web/fixtures/shared-gateway.ts';
import { openSignedIn } from '../web/fixtures/signed-in.ts';

const notes = createScripted(NOTES);
const gateway = shareGateway({ servers: { notes: notes.entry }, config: { policy: { ask: { wait: 55 } } } });

/** How long each file of the page takes to arrive, as over a slow or busy connection. */
const ASSET_LATENCY_MS = 300;
/** The part of the palette that is loaded on its own. */
const PALETTE = /\/assets\/(parts|CommandPalette)-/;
const SOON = { timeout: 30_000 };

const field = (page: Page): Locator => page.getByRole('combobox', { name: 'Search and commands' });
const deleted = (): readonly unknown[] => notes.reached('delete_note').map(({ arguments: given }) => given['id']);
const statusOf = async ({ id }: Approval): Promise<string> =>
  ((await gateway().api(`/api/v1/approvals/${id}`)).body as Approval).status;
const isFocused = async (page: Page, what: Locator): Promise<boolean> =>
  (await what.and(page.locator(':focus')).count()) === 1;

/** The Approvals page with one call that waits, its card focused, every asset late. */
async function withFocusedCard(id: number, isPaletteHeld = false) {
  const client = await connectTo(gateway(), 'modern', 'hasty agent');
  const answered = client.call('notes__delete_note', { id });
  answered.catch(() => undefined);
  const asked = await waitingAt(gateway());
  const page = await openSignedIn({
    gateway: gateway(),
    path: '/approvals',
    prepare: (context) =>
      context.route('**/assets/**', async (route) => {
        if (isPaletteHeld && PALETTE.test(route.request().url())) return;
        await new Promise((resolve) => setTimeout(resolve, ASSET_LATENCY_MS));
        await route.continue().catch(() => undefined);
      }),
  });
  const card = cardOf(page, asked);
  await card.getByRole('button', { name: 'Deny' }).waitFor();
  await page.keyboard.press('j');
  await expect.poll(() => isFocused(page, card), SOON).toBe(true);
  await letSettle(page);
  return { page, card, asked, answered };
}

/** Moves the page's clock past the half second in which what just appeared takes no answer: a key that got through would count. */
async function letSettle(page: Page): Promise<void> {
  const now = (await page.evaluate('Date.now()')) as number;
  await page.clock.setSystemTime(now + 1_000);
}

/** Ends the question, so that the next test has the queue for itself. */
async function settle({ id }: Approval, answered: Promise<unknown>): Promise<void> {
  await gateway().api(`/api/v1/approvals/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ decision: 'deny' }),
  });
  await answered.catch(() => undefined);
}

describe('keys typed right after Ctrl-K, while the palette still loads', () => {
  it.each([
    { typed: 'appr', id: 101 },
    { typed: 'dash', id: 102 },
    { typed: 'sess', id: 103 },
  ])('“$typed” goes into the palette and answers nothing', async ({ typed, id }) => {
    const { page, asked, answered } = await withFocusedCard(id);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    await field(page).waitFor();
    expect(await statusOf(asked)).toBe('pending');
    expect(await field(page).inputValue()).toBe(typed);
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await settle(asked, answered);
    expect(deleted()).not.toContain(id);
  });

  it('Space and Enter press no button behind it', async () => {
    const { page, card, asked, answered } = await withFocusedCard(104, true);
    await card.getByRole('button', { name: 'Approve once' }).focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    expect(await statusOf(asked)).toBe('pending');
    expect(await field(page).inputValue()).toBe(' ');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await settle(asked, answered);
    expect(deleted()).not.toContain(104);
  });
});

describe('a key on a call that waits', () => {
  it.each([
    { key: 'a', label: 'Approve once', id: 111, becomes: 'approved', calls: [111] },
    { key: 'd', label: 'Deny', id: 112, becomes: 'denied', calls: [] },
  ])('$key only opens a confirmation that names tool and server', async ({ key, label, id, becomes, calls }) => {
    const { page, card, asked, answered } = await withFocusedCard(id);
    const dialog = page.getByRole('dialog', { name: `${label}: Delete Note on notes?` });
    const button = dialog.getByRole('button', { name: `${label}: Delete Note on notes`, exact: true });

    await page.keyboard.press(key);
    await expect.poll(() => isFocused(page, button), SOON).toBe(true);
    await expect.poll(() => dialog.textContent(), SOON).toContain(`"id": ${id}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => isFocused(page, card), SOON).toBe(true);
    expect(await statusOf(asked)).toBe('pending');

    await page.keyboard.press(key);
    await expect.poll(() => isFocused(page, button), SOON).toBe(true);
    // Typed in one go, the second key arrives before anybody can have read anything.
    await page.keyboard.press('Enter');
    await dialog.getByText('This just opened').waitFor();
    expect(await statusOf(asked)).toBe('pending');
    expect(deleted()).not.toContain(id);

    await letSettle(page);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await answered;
    expect(await statusOf(asked)).toBe(becomes);
    expect(deleted().filter((one) => one === id)).toEqual(calls);
  });

  it('held down opens the confirmation and does not pass through it', async () => {
    const { page, card, asked, answered } = await withFocusedCard(113);
    const dialog = page.getByRole('dialog', { name: 'Approve once: Delete Note on notes?' });
    await card.getByRole('button', { name: 'Approve once' }).focus();
    await page.keyboard.down('Enter');
    await dialog.waitFor();
    await letSettle(page);
    // Each further `down` without an `up` is a repeat of the same press.
    for (const _repeat of Array.from({ length: 10 })) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect(await dialog.isVisible()).toBe(true);
    expect(await statusOf(asked)).toBe('pending');
    await settle(asked, answered);
    await dialog.waitFor({ state: 'hidden' });
    expect(deleted()).not.toContain(113);
  });

  it('does nothing behind an open confirmation', async () => {
    const { page, asked, answered } = await withFocusedCard(114);
    await page.keyboard.press('d');
    await page.getByRole('dialog', { name: 'Deny: Delete Note on notes?' }).waitFor();
    await letSettle(page);
    await page.keyboard.press('a');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('s');
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await page.getByRole('dialog', { name: 'Deny: Delete Note on notes?' }).count()).toBe(1);
    expect(await statusOf(asked)).toBe('pending');
    await settle(asked, answered);
    expect(deleted()).not.toContain(114);
  });
});
