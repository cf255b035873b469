import { describe, expect, it } from 'vitest';
import { startGateway } from '../gateway/fixtures/gateway.ts';
import { openPage } from '../web/fixtures/browser.ts';

describe('how to connect, on the page', () => {
  it.each([
    ['light', 1280],
    ['dark', 400],
  ] as const)('offers search and profiles, in the URL and in the command (%s, %i wide)', async (theme, width) => {
    const profiles = { reading: { description: 'only what reads', classes: ['read'] } };
    const gateway = await startGateway({ servers: {}, config: { profiles } });
    const page = await openPage({ gateway, path: '/settings', theme, width });
    const section = page.locator('#connect');
    await section.getByText(`${gateway.url}/mcp`, { exact: true }).waitFor();
    await section.getByRole('radio', { name: /Search/ }).check();
    await section.getByText(`${gateway.url}/mcp/search`, { exact: true }).waitFor();
    await section.getByLabel('Profile').selectOption('reading');
    await section.getByText(`${gateway.url}/mcp/p/reading/search`, { exact: true }).waitFor();
    await section.getByRole('tab', { name: 'Cursor' }).click();
    await section.getByText('toolmark connect cursor --profile reading --search').waitFor();
    expect(await section.textContent()).not.toContain(gateway.token);
    expect(page.url()).toContain('mode=search');
    const isWide = await page.evaluate<boolean>(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    );
    expect(isWide).toBe(false);
  });
});
