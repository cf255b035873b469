import type { ToolDetail } from '@toolmark/api-contract';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { apiOf } from '../policy/fixtures/api.ts';
import { connectTo } from '../policy/fixtures/policy-client.ts';
import { openPage } from './fixtures/browser.ts';
import { createScripted, NOTES, type Script } from './fixtures/scripted.ts';
import { shareGateway } from './fixtures/shared-gateway.ts';

const SOON = { timeout: 30_000 };

/** One dot, and a hundredth of a second of silence. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const WAV = Buffer.concat([
  Buffer.from('524946467400000057415645666d74201000000001000100401f0000401f00000100080064617461', 'hex'),
  Buffer.from([80, 0, 0, 0]),
  Buffer.alloc(80, 128),
]).toString('base64');

const STAGE: Script = {
  tools: [
    {
      name: 'draw',
      title: 'Draw',
      description: 'Returns a picture.',
      annotations: { readOnlyHint: true, openWorldHint: false },
      inputSchema: {
        type: 'object',
        required: ['words', 'size'],
        properties: {
          words: { type: 'string', description: 'What to draw.' },
          size: { type: 'integer', minimum: 1 },
          loud: { type: 'boolean' },
          ink: { enum: ['black', 'blue'] },
          tags: { type: 'array', items: { type: 'string' } },
          paper: { type: 'object', properties: { weight: { type: 'number' } } },
        },
      },
    },
    { name: 'read_lock', title: 'Read Lock', description: 'Reads a lock.', annotations: { readOnlyHint: true } },
  ],
  answers: {
    draw: {
      result: {
        content: [
          { type: 'text', text: 'drawn as wished' },
          { type: 'text', text: '{"strokes":[1,2,3]}' },
          { type: 'image', data: PNG, mimeType: 'image/png' },
          { type: 'audio', data: WAV, mimeType: 'audio/wav' },
          { type: 'resource', resource: { uri: 'stage://sketch', mimeType: 'text/plain', text: 'a sketch' } },
          { type: 'resource_link', uri: 'stage://more', name: 'more sketches' },
        ],
        structuredContent: { strokes: 3 },
      },
    },
    read_lock: { result: { content: [{ type: 'text', text: 'The lock is stuck.' }], isError: true } },
  },
};

const exportAll = (destructiveHint: boolean, description: string): Script => ({
  tools: [
    {
      name: 'export_all',
      title: 'Export All',
      description,
      annotations: { readOnlyHint: false, destructiveHint, idempotentHint: false, openWorldHint: false },
    },
  ],
});

const notes = createScripted(NOTES);
const stage = createScripted(STAGE);
const shape = createScripted(exportAll(true, 'Writes everything into one file.'));
const gateway = shareGateway({ servers: { notes: notes.entry, stage: stage.entry, shape: shape.entry } });

const rows = (page: Page): Locator => page.getByRole('table', { name: 'Tools' }).locator('[data-tool]');
const toolsOf = async (page: Page): Promise<readonly (string | null)[]> =>
  Promise.all((await rows(page).all()).map((row) => row.getAttribute('data-tool')));
const hintsOf = async (server: string, name: string): Promise<ToolDetail['hints']> =>
  (await apiOf(gateway()).tool(server, name)).hints;

describe('the list of tools', () => {
  it('is filtered, searched and sorted through its address, and back leads back', async () => {
    const page = await openPage({ gateway: gateway(), path: '/tools?class=destructive&sort=-class' });
    await expect.poll(() => toolsOf(page), SOON).toEqual(['delete_note', 'export_all']);
    await page.getByRole('button', { name: 'Clear Class' }).click();
    await expect.poll(async () => (await toolsOf(page)).length, SOON).toBe(6);

    await page.getByRole('button', { name: 'Server', exact: true }).first().click();
    await page.getByRole('option', { name: 'notes' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url(), SOON).toContain('server=notes');
    await page.getByRole('columnheader', { name: 'Tool' }).getByRole('button').click();
    await expect.poll(() => toolsOf(page), SOON).toEqual(['add_note', 'delete_note', 'list_notes']);
    await page.getByRole('columnheader', { name: 'Tool' }).getByRole('button').click();
    await expect.poll(() => toolsOf(page), SOON).toEqual(['list_notes', 'delete_note', 'add_note']);
    expect(await page.getByRole('columnheader', { name: 'Tool' }).getAttribute('aria-sort')).toBe('descending');

    await page.getByRole('searchbox', { name: 'Search tools' }).fill('for good');
    await expect.poll(() => toolsOf(page), SOON).toEqual(['delete_note']);
    const shared = page.url();
    await page.goBack();
    await expect.poll(async () => (await toolsOf(page)).length, SOON).toBe(3);
    await page.goto(shared);
    await expect.poll(() => toolsOf(page), SOON).toEqual(['delete_note']);
    await page.getByRole('link', { name: 'Delete Note' }).click();
    await page.getByRole('heading', { name: 'Delete Note', level: 1 }).waitFor();
  });
});

describe('what a person sets', () => {
  const choose = (page: Page, hint: string, wish: string): Promise<void> =>
    page
      .getByRole('radiogroup', { name: new RegExp(hint) })
      .getByRole('radio', { name: wish, exact: true })
      .check();

  it('is tried before it is saved, counts for everybody from then on, and is taken back', async () => {
    const page = await openPage({ gateway: gateway(), path: '/tools/notes/add_note' });
    const client = await connectTo(gateway(), 'modern', 'agent');
    const form = page.getByRole('form', { name: 'Change of hints' });
    await choose(page, 'destructiveHint', 'True');
    await form.getByText('stricter').waitFor();
    // Nothing counts before it is saved.
    expect(await hintsOf('notes', 'add_note')).toMatchObject({ destructiveHint: { value: false, source: 'declared' } });
    await form.getByLabel('Reason, for the history').fill('It overwrites.');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The hints are set and apply from now on.').waitFor();
    await page.locator('header [data-class="destructive"]').waitFor();
    expect(await hintsOf('notes', 'add_note')).toMatchObject({ destructiveHint: { value: true, source: 'override' } });
    expect((await client.tool('notes__add_note'))?.annotations).toMatchObject({ destructiveHint: true });

    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('It overwrites.').waitFor();
    await page.goto(`${gateway().url}/tools?overridden=yes`);
    await expect.poll(() => toolsOf(page), SOON).toEqual(['add_note']);
    await rows(page).getByText('Destructive').waitFor();
    await page.getByRole('link', { name: 'Add Note' }).click();

    // To take it back is to relax, which somebody has to mean.
    await choose(page, 'destructiveHint', 'Not set');
    const relax = form.getByRole('button', { name: 'Relax and save' });
    await relax.waitFor();
    expect(await relax.isDisabled()).toBe(true);
    await form.getByRole('checkbox', { name: 'I know what this tool does' }).check();
    await relax.click();
    await page.getByText('The override was removed.').waitFor();
    await page.locator('header [data-class="additive"]').waitFor();
    expect((await client.tool('notes__add_note'))?.annotations).toMatchObject({ destructiveHint: false });
  });
});

describe('a tool that became another one', () => {
  it('is held, shows what differs, and is let through once a person accepts it', async () => {
    const client = await connectTo(gateway(), 'modern', 'agent');
    const page = await openPage({ gateway: gateway(), path: '/tools/shape/export_all' });
    await page.getByRole('heading', { name: 'Export All', level: 1 }).waitFor();
    shape.rewrite(exportAll(false, 'Writes everything into one file, and keeps it.'));
    const panel = page.getByRole('region', { name: 'Held: calls are refused until you accept it' });
    await panel.waitFor();
    const change = panel.getByRole('row', { name: /destructiveHint/ });
    // The form it is compared with is asked for once the panel is there.
    await expect
      .poll(() => change.allInnerTexts(), SOON)
      .toEqual([expect.stringMatching(/Destructive.*true\s+false\s+Looser/s)]);
    await panel.locator('[data-line="added"]').getByText('and keeps it').waitFor();
    expect(await client.call('shape__export_all')).toMatchObject({ isError: true });
    expect(shape.reached()).toEqual([]);
    await page.getByRole('link', { name: 'Tools 1 waiting' }).waitFor();

    await panel.getByLabel('Reason, for the history').fill('It only adds now.');
    await panel.getByRole('button', { name: 'Accept this version' }).click();
    await page.getByText('Accepted. Toolmark compares later changes with this version.').waitFor();
    await panel.waitFor({ state: 'hidden' });
    expect(await client.call('shape__export_all')).toMatchObject({ isError: false });
    expect(shape.reached()).toEqual([{ tool: 'export_all', arguments: {} }]);

    await page.getByRole('tab', { name: 'History' }).click();
    const forms = page.getByRole('list', { name: 'Versions, newest first' });
    await expect.poll(() => forms.getByRole('listitem').count(), SOON).toBe(2);
    await page
      .getByRole('row', { name: /destructiveHint/ })
      .getByText('Looser')
      .waitFor();
    await page.getByText('It only adds now.').waitFor();
  });
});

describe('trying a tool', () => {
  it('asks for what its schema wants, sends exactly that, and shows everything that comes back', async () => {
    const page = await openPage({ gateway: gateway(), path: '/tools/stage/draw?tab=try' });
    const form = page.getByRole('form', { name: 'Arguments' });
    const result = page.getByRole('region', { name: 'Result' });
    await form.getByRole('textbox', { name: 'size' }).fill('two');
    await form.getByRole('button', { name: 'Call' }).click();
    await form.getByRole('button', { name: 'Call anyway' }).waitFor();
    expect(stage.reached('draw')).toEqual([]);

    await form.getByRole('textbox', { name: 'words' }).fill('a cat');
    await form.getByRole('textbox', { name: 'size' }).fill('2');
    await form.getByRole('combobox', { name: 'loud' }).selectOption('true');
    await form.getByRole('combobox', { name: 'ink' }).selectOption({ label: 'blue' });
    await form.getByRole('button', { name: 'Send a list: tags' }).click();
    await form.getByRole('button', { name: 'Add item' }).click();
    await form.getByRole('textbox', { name: 'tags 1' }).fill('pet');
    await form.getByRole('button', { name: 'Fill in: paper' }).click();
    await form.getByRole('textbox', { name: 'paper weight' }).fill('90.5');
    await form.getByRole('button', { name: 'Call', exact: true }).click();
    await result.getByText('drawn as wished').waitFor();
    expect(stage.reached('draw')).toEqual([
      {
        tool: 'draw',
        arguments: { words: 'a cat', size: 2, loud: true, ink: 'blue', tags: ['pet'], paper: { weight: 90.5 } },
      },
    ]);
    expect(await result.locator('[data-part]').count()).toBe(6);
    await result.getByText('strokes:').first().waitFor();
    await result.getByText('stage://sketch').waitFor();
    await result.getByText('a sketch').waitFor();
    await result.getByText('more sketches').waitFor();
    await result.getByText('Structured content').waitFor();
    const media = `[document.querySelector('[data-part] img')?.naturalWidth, document.querySelector('[data-part] audio')?.readyState > 0]`;
    await expect.poll(() => page.evaluate(media), SOON).toEqual([1, true]);

    await result.getByRole('link', { name: 'See the recorded call' }).click();
    await page.getByRole('complementary', { name: 'Call: Draw' }).getByText('drawn as wished').first().waitFor();
  });

  it('shows what went wrong, and asks the person who tries what the policy asks a person', async () => {
    const page = await openPage({ gateway: gateway(), path: '/tools/stage/read_lock?tab=try' });
    const form = page.getByRole('form', { name: 'Arguments' });
    const result = page.getByRole('region', { name: 'Result' });
    await form.getByRole('button', { name: 'Call' }).click();
    await result.getByText('The tool reported a failure.').waitFor();
    await result.getByText('The lock is stuck.').waitFor();

    await page.goto(`${gateway().url}/tools/notes/delete_note?tab=try`);
    await form.getByRole('textbox', { name: 'id' }).fill('7');
    await form.getByRole('button', { name: 'Call' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make this call?' });
    await dialog.getByText('id: 7').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(notes.reached('delete_note')).toEqual([]);
    await form.getByRole('button', { name: 'Call' }).click();
    await dialog.getByRole('button', { name: 'Make the call' }).click();
    await result.getByText('done: delete_note').waitFor();
    expect(notes.reached('delete_note')).toEqual([{ tool: 'delete_note', arguments: { id: 7 } }]);
  });
});
