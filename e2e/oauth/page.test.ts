import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { bringAxe, findBarriers } from '../web/fixtures/axe.ts';
import { openSignedIn } from '../web/fixtures/signed-in.ts';
import { createSetting, type Setting } from './fixtures/setting.ts';

/** Completes the form of the authorization server. */
async function logIn(tab: Page): Promise<void> {
  await tab.getByPlaceholder('Enter any login').fill('ada');
  await tab.getByPlaceholder('and password').fill('any');
  await tab.getByRole('button', { name: 'Sign-in' }).click();
}

/** Opens the page of a server that needs a sign-in. */
async function signedOutPage(path: string): Promise<{ setting: Setting; page: Page }> {
  const setting = await createSetting();
  await setting.until({ auth: 'signed_out' });
  const page = await openSignedIn({ gateway: setting.gateway, path, expected: [/status of 400/] });
  await bringAxe(page);
  await page.reload();
  return { setting, page };
}

describe('signing in on the page', () => {
  it("goes from the list through another tab and back, and signs out on the server's page", async () => {
    const { setting, page } = await signedOutPage('/servers');
    const row = page.locator('[data-server="notes"]');
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      row.getByRole('button', { name: 'Sign in' }).click(),
    ]);
    const dialog = page.getByRole('dialog', { name: 'Sign in to notes' });
    await dialog.getByText('Waiting for you…').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await tab.evaluate('window.opener')).toBe(null);
    await logIn(tab);
    await tab.getByRole('button', { name: 'Continue' }).click();
    await tab.getByRole('heading', { name: 'Signed in' }).waitFor();
    expect(await tab.evaluate('document.querySelectorAll("script, form, a").length')).toBe(0);
    await dialog.waitFor({ state: 'hidden' });
    await row.getByText('Ready').waitFor();
    expect(await row.getByRole('button', { name: 'Sign in' }).count()).toBe(0);
    expect(await setting.call('read_note')).toBe('Milk, bread');

    await row.getByRole('link', { name: 'notes' }).first().click();
    await page.getByText('Signed in at').waitFor();
    await page.getByRole('button', { name: 'More actions for this server' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('Signed out of notes. Its tokens were revoked.').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await setting.until({ state: 'failed', auth: 'signed_out' });
  });

  it('reports that the person declined, and allows another try', async () => {
    const { page } = await signedOutPage('/servers/notes');
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Sign in' }).click(),
    ]);
    await logIn(tab);
    await tab.getByRole('link', { name: 'Cancel' }).click();
    await tab.getByRole('heading', { name: 'Not signed in' }).waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Access was denied/).waitFor();
    const [again] = await Promise.all([
      page.context().waitForEvent('page'),
      dialog.getByRole('button', { name: 'Try again' }).click(),
    ]);
    await again.getByRole('button', { name: 'Continue' }).click();
    await again.getByRole('heading', { name: 'Signed in' }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('accepts the URL of a tab that could not redirect', async () => {
    const { setting, page } = await signedOutPage('/servers/notes');
    await Promise.all([page.context().waitForEvent('page'), page.getByRole('button', { name: 'Sign in' }).click()]);
    const dialog = page.getByRole('dialog');
    const url = await dialog.getByRole('link', { name: 'Open the sign-in page' }).getAttribute('href');
    await dialog.getByText('on another machine?').click();
    const field = dialog.getByLabel('Address of that tab');
    await field.fill('nothing of the kind');
    await dialog.getByRole('button', { name: 'Complete' }).click();
    await dialog.getByText(/neither the redirect address/).waitFor();
    await field.fill((await setting.person.agree(url ?? '')).href);
    await dialog.getByRole('button', { name: 'Complete' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await setting.until({ state: 'ready', auth: 'signed_in' });
  });

  it('is offered for a connected server that requires it only for calls', async () => {
    const setting = await createSetting({ protects: 'calls' });
    await setting.until({ state: 'ready' });
    await setting.call('read_note');
    const page = await openSignedIn({ gateway: setting.gateway, path: '/servers/notes', width: 380 });
    await bringAxe(page);
    await page.reload();
    await page.getByText('The server requires you to sign in.').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});
