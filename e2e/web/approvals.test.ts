import { userInfo } from 'node:os';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { connectTo } from '../policy/fixtures/policy-client.ts';
import { BRIEFLY, cardOf, until, untilClicked, waitingAt } from './fixtures/answering.ts';
import { openPage } from './fixtures/browser.ts';
import { createScripted, NOTES } from './fixtures/scripted.ts';
import { shareGateway } from './fixtures/shared-gateway.ts';

/** Who decides on the page: the account that runs the gateway. */
const OWNER = userInfo().username;

const notes = createScripted(NOTES);
/** Less than the minute after which a client of the SDK gives up. */
const WAIT = { ask: { wait: 55 } };
const gateway = shareGateway({ servers: { notes: notes.entry }, config: { policy: WAIT } });

const SOON = { timeout: 30_000 };
async function says(where: Locator, ...texts: readonly (string | RegExp)[]): Promise<void> {
  for (const text of texts) await where.getByText(text).first().waitFor();
}
/** Of calls that were carried out. */
const deleted = (): readonly unknown[] => notes.reached('delete_note').map(({ arguments: given }) => given['id']);

async function callDelete(id: number, name = 'a careful agent', conversation?: string) {
  const client = await connectTo(gateway(), 'modern', name);
  const answered = client.call('notes__delete_note', { id }, conversation);
  // Whoever waits for it hears of a failure; a test that fails before does not.
  answered.catch(() => undefined);
  return { client, answered, asked: await waitingAt(gateway()) };
}

describe('a call that has to be asked for', () => {
  it('waits on the page with everything that is needed to decide, and is carried out once it is approved', async () => {
    const page = await openPage({ gateway: gateway(), path: '/approvals' });
    await page.getByText('No calls are waiting').waitFor();
    const { answered, asked } = await callDelete(41);
    const card = cardOf(page, asked);
    await card.getByRole('heading', { name: 'Delete Note' }).waitFor();
    await says(
      card,
      /Asked by\s+a careful agent/,
      /via the tool list, token “local”/,
      'Stopped by the rule default: destructive',
      'Exactly what will be sent',
      '"id": 41',
    );
    expect(await card.locator('header').allInnerTexts()).toEqual([
      expect.stringMatching(/^Destructive\s+Delete Note\s+notes\s*\/\s*delete_note\s+\S+ left$/),
    ]);
    expect(await card.locator('[data-hint]').allInnerTexts()).toEqual([
      'Not read-only',
      'Destructive',
      'Idempotent',
      'Closed world',
    ]);
    await page.getByRole('link', { name: 'Approvals 1 waiting' }).waitFor();
    expect(await page.title()).toContain('(1)');
    expect(deleted()).toEqual([]);

    await untilClicked(
      page.getByText(`Approved once by ${OWNER}, on the page.`),
      card.getByRole('button', { name: 'Approve once' }),
    );
    expect(await answered).toMatchObject({ text: 'done: delete_note', isError: false });
    expect(deleted()).toEqual([41]);
    await page.getByText('No calls are waiting').waitFor();
    const before = page.getByRole('region', { name: 'History' });
    await before.getByRole('row', { name: /Delete Note.*Approved once.*on the page.*a careful agent/ }).waitFor();
  });

  it('does not reach the server once it is denied', async () => {
    const page = await openPage({ gateway: gateway(), path: '/approvals' });
    const { answered, asked } = await callDelete(42);
    await untilClicked(
      page.getByText(`Denied by ${OWNER}, on the page.`),
      cardOf(page, asked).getByRole('button', { name: 'Deny' }),
    );
    expect(await answered).toMatchObject({ isError: true, text: expect.stringContaining('denied') });
    expect(deleted()).not.toContain(42);
  });

  it('shows that somebody else was faster, and takes no second answer', async () => {
    const page = await openPage({ gateway: gateway(), path: '/approvals', expected: [/status of 409/] });
    const { answered, asked } = await callDelete(43);
    const card = cardOf(page, asked);
    await card.getByRole('button', { name: 'Approve once' }).waitFor();
    // The answer of this page is on its way while the other one arrives.
    await page.route('**/api/v1/approvals/*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await gateway().api(`/api/v1/approvals/${asked.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ decision: 'deny' }),
      });
      return route.continue();
    });
    const late = page.getByText(`Your answer came too late. Denied by ${OWNER}, on the command line.`);
    await untilClicked(late, card.getByRole('button', { name: 'Approve once' }));
    expect(await answered).toMatchObject({ isError: true });
    expect(deleted()).not.toContain(43);
    expect(await card.getByRole('button', { name: 'Approve once' }).count()).toBe(0);
  });
});

describe('an answer that holds for longer', () => {
  it('for the session lets the next call pass without asking, until it is revoked', async () => {
    const page = await openPage({ gateway: gateway(), path: '/approvals' });
    const { client, answered, asked } = await callDelete(50, 'session agent', 'tidying up');
    const menu = page.getByRole('menuitem', { name: /^Approve for this session/ });
    await until(page.getByText(`Approved for the session by ${OWNER}, on the page.`), async () => {
      await cardOf(page, asked).getByRole('button', { name: 'Approve for longer' }).click(BRIEFLY);
      await menu.getByText('until this session of session agent ends').click(BRIEFLY);
    });
    expect(await answered).toMatchObject({ isError: false });
    expect(await client.call('notes__delete_note', { id: 51 }, 'tidying up')).toMatchObject({ isError: false });
    expect(deleted()).toEqual(expect.arrayContaining([50, 51]));

    const grants = page.getByRole('region', { name: 'Grants' });
    await grants.getByText('Used 1 time').waitFor();
    await grants.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByText('Revoked. The next call of delete_note asks again.').waitFor();
    await expect.poll(() => grants.count(), SOON).toBe(0);
    const again = client.call('notes__delete_note', { id: 52 }, 'tidying up');
    const next = await waitingAt(gateway());
    await untilClicked(
      page.getByText(`Denied by ${OWNER}, on the page.`),
      cardOf(page, next).getByRole('button', { name: 'Deny' }),
    );
    expect(await again).toMatchObject({ isError: true });
    expect(deleted()).not.toContain(52);
  });

  it('for good is asked about once more, and a second question that is not confirmed answers nothing', async () => {
    const page = await openPage({ gateway: gateway(), path: '/approvals' });
    const { client, answered, asked } = await callDelete(60, 'lasting agent');
    const card = cardOf(page, asked);
    const dialog = page.getByRole('dialog', { name: 'Always approve this tool: Delete Note on notes?' });
    const openDialog = () =>
      until(dialog, async () => {
        await card.getByRole('button', { name: 'Approve for longer' }).click(BRIEFLY);
        await page.getByRole('menuitem', { name: /^Always approve this tool/ }).click(BRIEFLY);
      });
    await openDialog();
    await says(dialog, 'This relaxes the rule “default: destructive”');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await waitingAt(gateway())).id).toBe(asked.id);
    expect(deleted()).not.toContain(60);

    await openDialog();
    await untilClicked(
      page.getByText(`Approved always by ${OWNER}, on the page.`),
      dialog.getByRole('button', { name: 'Always approve this tool' }),
    );
    expect(await answered).toMatchObject({ isError: false });
    const other = await connectTo(gateway(), 'older', 'lasting agent');
    expect(await other.call('notes__delete_note', { id: 61 })).toMatchObject({ isError: false });
    expect(await client.call('notes__delete_note', { id: 62 })).toMatchObject({ isError: false });
    expect(deleted()).toEqual(expect.arrayContaining([60, 61, 62]));
    const grants = page.getByRole('region', { name: 'Grants' });
    await grants.getByText('Used 2 times').waitFor();
    await grants.getByRole('button', { name: /^Revoke/ }).click();
    await expect.poll(() => grants.count(), SOON).toBe(0);
  });
});

describe('a question by its own address', () => {
  it('opens beside the queue, is answered there, and stays to be looked at', async () => {
    const { answered, asked } = await callDelete(70);
    const page = await openPage({ gateway: gateway(), path: `/approvals/${asked.id}` });
    const drawer = page.getByRole('complementary', { name: 'Delete Note' });
    await untilClicked(
      drawer.getByText(`Denied by ${OWNER}, on the page.`).first(),
      drawer.getByRole('button', { name: 'Deny' }),
    );
    expect(await answered).toMatchObject({ isError: true });
    await page.reload();
    await drawer.getByText(`Denied by ${OWNER}, on the page.`).first().waitFor();
    await drawer.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/approvals');
  });

  it('with an unknown id shows an error', async () => {
    const page = await openPage({ gateway: gateway(), path: '/approvals/nobody', expected: [/status of 404/] });
    await page.getByRole('complementary').getByRole('alert').waitFor();
  });
});

describe('without a mouse', () => {
  it('from the dashboard a call is approved, calls are filtered, and a tool is called', async () => {
    const page = await openPage({ gateway: gateway() });
    const { answered, asked } = await callDelete(80, 'keyboard agent');
    const press = (...keys: readonly string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    const isFocused = async (what: Locator) => (await what.and(page.locator(':focus')).count()) === 1;
    const tabTo = (what: Locator) => expect.poll(() => press('Tab').then(() => isFocused(what)), SOON).toBe(true);

    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await press('g', 'a');
    await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor();
    await cardOf(page, asked).getByRole('button', { name: 'Deny' }).waitFor();
    await press('j');
    await expect.poll(() => isFocused(cardOf(page, asked)), SOON).toBe(true);
    const confirmation = page.getByRole('dialog', { name: 'Approve once: Delete Note on notes?' });
    await until(confirmation, () => press('a'));
    await until(page.getByText(`Approved once by ${OWNER}, on the page.`), () => press('Enter'));
    expect(await answered).toMatchObject({ isError: false });
    expect(deleted()).toContain(80);

    await press('g', 'c');
    await page.getByRole('heading', { name: 'Calls' }).waitFor();
    await page.getByRole('table', { name: 'Calls' }).waitFor();
    await press('/');
    await page.keyboard.type('80');
    await press('Enter');
    await expect.poll(() => page.url(), SOON).toContain('q=80');
    await page.locator('[data-total]').getByText('1 call', { exact: true }).waitFor();
    await press('Tab', 'j', 'Enter');
    await page.getByRole('complementary', { name: 'Call: Delete Note' }).getByText('done: delete_note').waitFor();
    expect(new URL(page.url()).search).toBe('?q=80');
    await press('Escape');

    await press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
    await page.keyboard.type('add note');
    await page.getByRole('option', { selected: true, name: /Add Note/ }).waitFor();
    await press('Enter');
    await page.getByRole('heading', { name: 'Add Note', level: 1 }).waitFor();
    await tabTo(page.getByRole('tab', { name: 'Hints' }));
    await until(page.getByRole('textbox', { name: 'text' }), () => press('ArrowRight'));
    await tabTo(page.getByRole('textbox', { name: 'text' }));
    await page.keyboard.type('written by keyboard');
    await press('Enter');
    await page.getByRole('region', { name: 'Result' }).getByText('done: add_note').waitFor();
    expect(notes.reached('add_note')).toEqual([{ tool: 'add_note', arguments: { text: 'written by keyboard' } }]);
  });
});

describe('a question whose time is over', () => {
  it('says so, can be answered no more, and its call was not made', async () => {
    const page = await openPage({ gateway: gateway(), path: '/approvals' });
    const { mcpServers } = { mcpServers: { notes: notes.entry } };
    gateway().reconfigure(JSON.stringify({ mcpServers, policy: { ask: { wait: 30, expiry: 4 } } }));
    await expect
      .poll(async () => JSON.stringify((await gateway().api('/api/v1/policy')).body), SOON)
      .toMatch(/"expiry\w*":4\b|"expiry\w*":4000/);
    const { answered, asked } = await callDelete(90);
    const card = cardOf(page, asked);
    await card.waitFor();
    await card.getByText('Expired without an answer').waitFor();
    expect(await card.getByRole('button', { name: 'Approve once' }).count()).toBe(0);
    expect(await answered).toMatchObject({ isError: true });
    expect(deleted()).not.toContain(90);
    await page.getByRole('row', { name: /Delete Note.*Expired.*nobody/ }).waitFor();
  });
});
