import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openPage } from '../web/fixtures/browser.ts';
import { createScripted, NOTES } from '../web/fixtures/scripted.ts';
import { shareGateway } from '../web/fixtures/shared-gateway.ts';
import { speakTo } from './fixtures/recording-client.ts';

const notes = createScripted(NOTES);
const gateway = shareGateway({ servers: { notes: notes.entry } });

const toolsFor = async (token: string, path = '/mcp'): Promise<readonly string[] | number> => {
  const speaker = await speakTo({ url: `${gateway().url}${path}`, token }, 'modern');
  const { status, result } = await speaker.ask('tools/list');
  const tools = result?.['tools'] as readonly { readonly name: string }[] | undefined;
  return tools?.map(({ name }) => name) ?? status;
};

describe('tokens on the page', () => {
  it('are created with the keyboard, shown once, used, and revoked', async () => {
    const page = await openPage({ gateway: gateway(), path: '/settings#tokens' });
    const section = page.locator('section#tokens');
    await section.getByText('No named tokens.').waitFor();
    await section.getByRole('button', { name: 'New token' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New token' });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await expect.poll(() => name.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.type('local');
    await dialog.getByText('This name stands for callers without a token of their own.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Create token' }).isDisabled()).toBe(true);
    await name.fill('ci');
    // To the choice of its purpose, on to its ceiling, and to the second of the three options.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    expect(await dialog.getByRole('radio', { name: /^Adds/ }).isChecked()).toBe(true);
    await page.keyboard.press('ArrowUp');
    await name.press('Enter');
    const shown = page.getByRole('dialog', { name: 'Token ci' });
    const token = (await shown.getByLabel('The token').textContent()) ?? '';
    expect(token).toMatch(/^tmk_[A-Za-z0-9_-]{43}$/);
    // Escape must not close the dialog before the token is copied.
    await page.keyboard.press('Escape');
    await shown.getByText('It cannot be shown again after you close this.').waitFor();
    await shown.getByRole('button', { name: 'I have saved it' }).click();
    await shown.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(token);
    expect(await toolsFor(token)).toEqual(['notes__list_notes']);

    const row = section.locator('[data-token="ci"]');
    await row.getByText('in 30d', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Revoke ci' }).click();
    const asked = page.getByRole('dialog', { name: 'Revoke ci?' });
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect(await toolsFor(token)).not.toBe(401);
    await row.getByRole('button', { name: 'Revoke ci' }).click();
    await asked.getByRole('button', { name: 'Revoke token' }).click();
    await row.waitFor({ state: 'detached' });
    expect(await toolsFor(token)).toBe(401);
    await section.getByRole('button', { name: 'Show 1 token that was revoked or has expired' }).click();
    await row.getByText('Revoked').waitFor();
  });
});

describe('profiles on the page', () => {
  it('are created with their contents visible, changed and removed', async () => {
    const page = await openPage({ gateway: gateway(), path: '/settings#profiles' });
    const section = page.locator('section#profiles');
    await section.getByText('No profiles: every client sees all tools.').waitFor();
    await section.getByRole('button', { name: 'New profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'New profile' });
    const preview = dialog.getByRole('region', { name: 'Current contents' });
    await preview.getByText('notes/delete_note').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('reading');
    await dialog.getByRole('checkbox', { name: 'Destructive' }).uncheck();
    await preview.getByText('notes/delete_note').waitFor({ state: 'detached' });
    await dialog.getByRole('textbox', { name: 'Servers' }).fill('nots');
    await preview.getByText("No server has the name 'nots'.").waitFor();
    await dialog.getByRole('textbox', { name: 'Servers' }).fill('notes');
    await dialog.getByRole('textbox', { name: 'Except these tools' }).fill('add_*');
    await preview.getByText('1 tool of 1 server').waitFor();
    await dialog.getByRole('button', { name: 'Create profile' }).click();
    const row = section.locator('[data-profile="reading"]');
    await row.getByText('1 tool of 1 server').waitFor();
    const written = JSON.parse(readFileSync(gateway().configFile, 'utf8')) as { readonly profiles: unknown };
    expect(written.profiles).toEqual({
      reading: { servers: ['notes'], exclude: ['add_*'], classes: ['read', 'additive'] },
    });
    const own = gateway().token ?? '';
    expect(await toolsFor(own, '/mcp/p/reading')).toEqual(['notes__list_notes']);

    await row.getByRole('button', { name: 'Edit reading' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit reading' });
    await edit.getByRole('textbox', { name: 'Except these tools' }).fill('');
    await edit.getByRole('button', { name: 'Save' }).click();
    await row.getByText('2 tools of 1 server').waitFor();
    expect(await toolsFor(own, '/mcp/p/reading')).toEqual(['notes__list_notes', 'notes__add_note']);

    await row.getByRole('button', { name: 'Remove reading' }).click();
    await page.getByRole('dialog', { name: 'Remove reading?' }).getByRole('button', { name: 'Remove profile' }).click();
    await row.waitFor({ state: 'detached' });
    expect(await toolsFor(own, '/mcp/p/reading')).toBe(404);
  });
});
