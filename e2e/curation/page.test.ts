import { curationListSchema } from '@toolmark/api-contract';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { apiOf } from '../policy/fixtures/api.ts';
import { bringAxe, findBarriers } from '../web/fixtures/axe.ts';
import { openPage } from '../web/fixtures/browser.ts';
import { createScripted, NOTES } from '../web/fixtures/scripted.ts';
import { shareGateway } from '../web/fixtures/shared-gateway.ts';

const notes = createScripted(NOTES);
const gateway = shareGateway({ servers: { notes: notes.entry } });
const curations = async () => curationListSchema.parse((await gateway().api('/api/v1/curations')).body).curations;
const first = 'list_notes';
const second = 'add_note';
const offerTab = (page: Page) => page.getByRole('tab', { name: 'Presentation' });
const open = async (more: object = {}) => {
  const page = await openPage({ gateway: gateway(), path: `/tools/notes/${first}?tab=offer`, ...more });
  await page.getByRole('switch', { name: 'Enabled for clients' }).waitFor();
  return page;
};

afterEach(async () => {
  for (const { server, tool } of await curations()) {
    await apiOf(gateway()).send('DELETE', `/tools/${server}/${tool}/curation`);
  }
});

describe('the presentation of a tool', () => {
  it('can be disabled and enabled', async () => {
    const page = await open();
    const offered = page.getByRole('switch', { name: 'Enabled for clients' });
    await offered.click();
    await expect.poll(() => offered.isChecked()).toBe(false);
    await page.locator('[data-offer="off"]').first().waitFor();
    expect(await curations()).toMatchObject([{ server: 'notes', tool: first, enabled: false }]);
    await offered.press('Space');
    await expect.poll(() => offered.isChecked()).toBe(true);
    expect(await curations()).toEqual([]);
  });

  it('is edited beside the original, and can be reset', async () => {
    const page = await open();
    await page.getByLabel('Name', { exact: true }).fill('other_name');
    await page.getByLabel('Title', { exact: true }).fill('Other words');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Other words' }).waitFor();
    await page.getByText('notes__other_name').waitFor();
    expect(await page.getByRole('group', { name: 'Original name' }).textContent()).toContain(first);
    await page.getByRole('button', { name: 'Restore original' }).click();
    await expect.poll(curations).toEqual([]);
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  });

  it('explains why it was not changed', async () => {
    const page = await open({ expected: [/409/] });
    await page.getByLabel('Name', { exact: true }).fill(second);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`has the name '${second}'`).waitFor();
    expect(await curations()).toEqual([]);
  });

  it('has no accessibility violations, wide and narrow', async () => {
    for (const width of [1280, 390]) {
      const page = await open({ width });
      await bringAxe(page);
      await page.reload();
      await offerTab(page).waitFor();
      await page.getByRole('switch', { name: 'Enabled for clients' }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
  });
});

describe('many tools', () => {
  it('are disabled together, shown as disabled and found again', async () => {
    const page = await openPage({ gateway: gateway(), path: '/tools' });
    await bringAxe(page);
    await page.reload();
    for (const name of [first, second]) await page.locator(`[data-tool="${name}"] input[type=checkbox]`).click();
    await page.getByRole('button', { name: 'Disable…' }).click();
    const dialog = page.getByRole('dialog');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Disable', exact: true }).click();
    await dialog.getByText('Disabled: 2 tools').waitFor();
    // A dialog has two such buttons: one in its corner and one at its end.
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.locator(`[data-tool="${first}"] [data-offer="off"]`).waitFor();
    await page.goto(`${gateway().url}/tools?offered=no`);
    await page.getByText(/^2 of /).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});
