import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerList, tokenListSchema } from '@toolmark/api-contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { openPage } from './fixtures/browser.ts';
import { createScripted, NOTES } from './fixtures/scripted.ts';
import { shareGateway } from './fixtures/shared-gateway.ts';

const SOON = { timeout: 30_000 };
const SECRET = 'hush-hush-4711';

const notes = createScripted(NOTES);
const added = createScripted(NOTES);
const other = createScripted(NOTES);

/** The home of somebody who has two other clients, one of them with a broken config. */
const home = mkdtempSync(join(tmpdir(), 'toolmark-home-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
mkdirSync(join(home, '.cursor'));
writeFileSync(
  join(home, '.cursor', 'mcp.json'),
  JSON.stringify({ mcpServers: { remembered: { ...other.entry, env: { API_KEY: SECRET } }, notes: other.entry } }),
);
writeFileSync(join(home, '.claude.json'), '{ "mcpServers": ');

const gateway = shareGateway({
  servers: { notes: notes.entry, sick: { command: '/nowhere/at-all' } },
  env: {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    CLAUDE_CONFIG_DIR: home,
    CODEX_HOME: join(home, '.codex'),
  },
});

const configOf = (): Readonly<Record<string, Record<string, unknown>>> =>
  JSON.parse(readFileSync(gateway().configFile, 'utf8')).mcpServers;
const rowOf = (page: Page, name: string): Locator => page.locator(`[data-server="${name}"]`);
const serverOf = async (name: string) =>
  ((await gateway().api('/api/v1/servers')).body as ServerList).servers.find((server) => server.name === name);

async function choose(page: Page, name: string, item: RegExp): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

describe('a server', () => {
  it('is added through the form, changed without its secret being seen, stopped, started and removed', async () => {
    // Its page may ask for it once more before it is left.
    const gone = [/status of 404.*\/servers\/added/];
    const page = await openPage({ gateway: gateway(), path: '/servers', expected: gone });
    await page.getByRole('button', { name: 'Add server' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a server' });
    await adding.getByLabel('Name', { exact: true }).fill('notes');
    await adding.getByLabel('Command', { exact: true }).last().fill(added.entry.command);
    await adding.getByLabel('Arguments').fill(added.entry.args.join('\n'));
    await adding.getByRole('button', { name: 'Add a variable' }).click();
    await adding.getByLabel('Environment: name').fill('NOTES_TOKEN');
    await adding.getByLabel('Environment: value of NOTES_TOKEN').fill(SECRET);
    // There is one of this name.
    await expect.poll(() => adding.getByRole('button', { name: 'Add server' }).isDisabled(), SOON).toBe(true);
    await adding.getByLabel('Name', { exact: true }).fill('added');
    await adding.getByRole('button', { name: 'Add server' }).click();
    await page.getByText('added was added and is starting.').waitFor();
    // Its page is where its claims are accepted.
    await page.getByRole('heading', { name: 'added', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Servers', exact: true }).first().click();
    await rowOf(page, 'added').getByText('Ready').waitFor();
    expect(configOf()['added']).toEqual({ ...added.entry, env: { NOTES_TOKEN: SECRET } });

    await choose(page, 'added', /^Edit/);
    const editing = page.getByRole('dialog', { name: 'Edit added' });
    await editing.getByText('unchanged').waitFor();
    expect(await page.content()).not.toContain(SECRET);
    await editing.getByLabel('Trust its hints?').selectOption({ label: 'Never' });
    await editing.getByRole('button', { name: 'Save' }).click();
    await page.getByText('added was changed.').waitFor();
    expect(configOf()['added']).toMatchObject({ env: { NOTES_TOKEN: SECRET }, trust: 'none' });

    await rowOf(page, 'added').getByText('Ready').waitFor();
    await choose(page, 'added', /^Restart/);
    await page.getByText('added was restarted and is ready.').waitFor();
    await choose(page, 'added', /^Disable/);
    await rowOf(page, 'added').getByText('Disabled').waitFor();
    await expect.poll(async () => (await serverOf('added'))?.state, SOON).toBe('disabled');
    await rowOf(page, 'added').getByRole('button', { name: 'Enable' }).click();
    await rowOf(page, 'added').getByText('Ready').waitFor();

    await rowOf(page, 'added').getByRole('link', { name: 'added' }).click();
    await page.getByRole('heading', { name: 'added', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Delete Note' }).first().waitFor();
    await page.getByRole('button', { name: 'More actions for this server' }).click();
    await page.getByRole('menuitem', { name: /^Remove/ }).click();
    const removing = page.getByRole('dialog', { name: 'Remove added?' });
    await removing.getByRole('button', { name: 'Cancel' }).click();
    expect(configOf()).toHaveProperty('added');
    await page.getByRole('button', { name: 'More actions for this server' }).click();
    await page.getByRole('menuitem', { name: /^Remove/ }).click();
    await removing.getByRole('button', { name: 'Remove server' }).click();
    await page.getByRole('heading', { name: 'Servers', level: 1 }).waitFor();
    await rowOf(page, 'notes').waitFor();
    expect(await rowOf(page, 'added').count()).toBe(0);
    expect(configOf()).not.toHaveProperty('added');
  });

  it('that cannot be started says why, and what helps', async () => {
    const page = await openPage({ gateway: gateway() });
    await page.locator('[data-needs-you]').getByText('/nowhere/at-all').first().waitFor();
    await page.locator('[data-needs-you]').getByRole('link', { name: 'sick' }).click();
    const trouble = page.locator('[data-trouble]');
    await trouble.getByText(/Could not start.*\/nowhere\/at-all/).waitFor();
    await page.getByRole('button', { name: 'Edit' }).first().click();
    const editing = page.getByRole('dialog', { name: 'Edit sick' });
    await editing.getByLabel('Command', { exact: true }).last().fill(notes.entry.command);
    await editing.getByLabel('Arguments').fill(notes.entry.args.join('\n'));
    await editing.getByRole('button', { name: 'Save' }).click();
    await trouble.waitFor({ state: 'hidden' });
    await page.getByText('Ready since').waitFor();
    // Its log says so as it happens, and can be narrowed down.
    const log = page.getByRole('group', { name: 'Lines of the log' });
    await log.getByText('ready', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter the log' }).fill('no such line');
    await log.getByText('No line matches.').waitFor();
  });

  it('of another client on this machine is taken over with its secrets', async () => {
    const page = await openPage({ gateway: gateway(), path: '/servers' });
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import servers' });
    await dialog.getByText(join(home, '.cursor', 'mcp.json')).waitFor();
    await dialog.getByText('With its secrets: env.API_KEY').or(dialog.getByText('With its secrets: API_KEY')).waitFor();
    await dialog.getByText('Could not be read').waitFor();
    await dialog.getByText('Another server has this name. Import it as').waitFor();
    expect(await page.content()).not.toContain(SECRET);
    await dialog.getByRole('checkbox', { name: 'notes' }).setChecked(false);
    await dialog.getByRole('checkbox', { name: 'remembered' }).setChecked(true);
    await dialog.getByRole('button', { name: 'Import 1 server' }).click();
    await dialog.getByText('1 server imported').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await rowOf(page, 'remembered').getByText('Ready').waitFor();
    expect(configOf()['remembered']).toMatchObject({ env: { API_KEY: SECRET } });
    expect(readFileSync(join(home, '.cursor', 'mcp.json'), 'utf8')).toContain(SECRET);
  });
});

describe('the settings', () => {
  it('check the config line by line, save it with its secrets, and do not write over somebody else', async () => {
    const page = await openPage({
      gateway: gateway(),
      path: '/settings#config',
      expected: [/status of (400|409|422)/],
    });
    const editor = page.getByRole('textbox', { name: 'The config file' });
    await editor.waitFor();
    const before = await editor.inputValue();
    expect(before).not.toContain(SECRET);
    expect(before).toContain('••••••••');
    const config = JSON.parse(before) as Record<string, unknown>;

    await editor.fill('{\n  "mcpServers": {},\n  "policy": { "defaults": { "destructive": "maybe" } }\n}\n');
    await page.getByRole('button', { name: 'Check' }).click();
    const section = page.locator('#config');
    const wrong = section.getByRole('alert').filter({ hasText: 'Problems' });
    await wrong.getByText('policy.defaults.destructive').waitFor();
    await wrong.getByRole('button', { name: /^3:\d+ go to line$/ }).waitFor();
    expect(configOf()).toHaveProperty('remembered');

    const wanted = JSON.stringify({ ...config, record: { retention: { days: 30 } } }, undefined, 2);
    await editor.fill(wanted);
    await page.keyboard.press('Control+s');
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor();
    expect(JSON.parse(readFileSync(gateway().configFile, 'utf8'))).toMatchObject({
      record: { retention: { days: 30 } },
      mcpServers: { remembered: { env: { API_KEY: SECRET } } },
    });

    await editor.fill(`${wanted}\n`);
    const theirs = JSON.parse(readFileSync(gateway().configFile, 'utf8')) as Record<string, unknown>;
    gateway().reconfigure(JSON.stringify({ ...theirs, record: { retention: { days: 77 } } }, undefined, 2));
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByRole('button', { name: 'Load the file, keep my version aside' }).click();
    await section.getByText('Your earlier version').waitFor();
    await expect.poll(() => editor.inputValue(), SOON).toContain('77');
    expect(readFileSync(gateway().configFile, 'utf8')).toContain('77');
  });

  it('have what each client needs, with a token that is created on request and shown once; a theme; and the way out', async () => {
    const page = await openPage({ gateway: gateway(), path: '/settings', expected: [/status of 401/] });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const secrets = [gateway().token ?? '', gateway().ownerToken ?? ''];
    await page.getByRole('tab', { name: 'Cursor' }).click();
    const snippet = page.getByRole('group', { name: 'snippet for Cursor', exact: true });
    await snippet.getByText(gateway().mcpUrl).waitFor();
    await snippet.getByText('Bearer YOUR_TOKEN').waitFor();
    const tokenNames = async () =>
      tokenListSchema.parse((await gateway().api('/api/v1/tokens')).body).tokens.map(({ name }) => name);
    expect(await tokenNames()).toEqual([]);
    await page.getByRole('button', { name: 'Create token and show snippet' }).click();
    await snippet.getByText(/Bearer tmk_[\w-]{43}/).waitFor();
    expect([await tokenNames(), page.url().includes('tmk_')]).toEqual([['cursor'], false]);
    for (const secret of secrets) expect(await page.content()).not.toContain(secret);
    await snippet.getByRole('button', { name: 'Copy snippet for Cursor' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()'), SOON).toMatch(/Bearer tmk_[\w-]{43}/);
    const copied = JSON.parse(String(await page.evaluate('navigator.clipboard.readText()'))) as object;
    expect(JSON.stringify(copied)).toContain(gateway().mcpUrl);

    await page.getByRole('radio', { name: 'Dark' }).check();
    const theme = 'document.documentElement.dataset.theme';
    await expect.poll(() => page.evaluate(theme), SOON).toBe('toolmark-dark');
    await page.reload();
    await page.getByRole('radio', { name: 'Dark', checked: true }).waitFor();
    expect(await page.evaluate(theme)).toBe('toolmark-dark');

    await page.getByRole('button', { name: 'Sign out of this browser' }).click();
    await page.getByLabel('Owner’s token', { exact: true }).waitFor();
    await page.reload();
    await page.getByLabel('Owner’s token', { exact: true }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });
});

describe('a server with a plain secret', () => {
  it('has its plain secrets moved out of the config, and never shows them', async () => {
    const page = await openPage({ gateway: gateway(), path: '/settings#secrets' });
    const found = page.locator('[data-plain="remembered"]');
    await found.getByText('env.API_KEY').waitFor();
    await found.getByRole('button', { name: 'Move to secrets' }).click();
    const moving = page.getByRole('dialog', { name: 'Move the secrets of remembered?' });
    await moving.getByText('env.API_KEY →').waitFor();
    await moving.getByRole('button', { name: 'Move to secrets' }).click();
    await page.getByText('1 secret of remembered moved out of the config.').waitFor();
    await found.waitFor({ state: 'detached' });
    await page.locator('[data-secret]').filter({ hasText: 'remembered' }).waitFor();
    expect(readFileSync(gateway().configFile, 'utf8')).not.toContain(SECRET);
    expect(await page.content()).not.toContain(SECRET);
    await expect.poll(async () => (await serverOf('remembered'))?.state, SOON).toBe('ready');
  });
});
