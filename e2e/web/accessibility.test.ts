import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { connectTo } from '../policy/fixtures/policy-client.ts';
import { viewOf } from '../record/fixtures/record.ts';
import { BRIEFLY, until, waitingAt } from './fixtures/answering.ts';
import { bringAxe, type Findings, findBarriers } from './fixtures/axe.ts';
import { openPage } from './fixtures/browser.ts';
import { createScripted, NOTES } from './fixtures/scripted.ts';
import { shareGateway } from './fixtures/shared-gateway.ts';

const notes = createScripted({
  ...NOTES,
  answers: { list_notes: { error: { code: -32000, message: 'The notes are locked.' } } },
});
/** Says that it only reads, and that it deletes: it is held. */
const liar = createScripted({
  tools: [{ name: 'delete_all', description: 'Deletes everything.', annotations: { readOnlyHint: true } }],
});
/** Nobody has reviewed what it claims; one of its tools looks suspicious. */
const desk = createScripted({
  tools: [
    { name: 'list_papers', title: 'List Papers', annotations: { readOnlyHint: true } },
    { name: 'delete_paper', title: 'Delete Paper', annotations: { readOnlyHint: true } },
    { name: 'add_paper', title: 'Add Paper', annotations: { destructiveHint: false } },
  ],
});
const gateway = shareGateway({
  // Nobody answers: the client is told so soon, and the question stays for everything that is looked at.
  config: { policy: { ask: { wait: 1 } }, profiles: { reading: { classes: 'read' } } },
  servers: {
    notes: notes.entry,
    liar: liar.entry,
    sick: { command: '/nowhere/at-all' },
    desk: { ...desk.entry, trust: 'review' },
  },
});

/** One sight of the page: where it is, what is done there, and what shows that it is there. */
interface Sight {
  readonly name: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<unknown>;
  readonly shows: string | RegExp;
}

/** Looks at each of them, and says what is wrong where. */
async function look(page: Page, sights: readonly Sight[]): Promise<Readonly<Record<string, Findings>>> {
  const found: Record<string, Findings> = {};
  for (const { name, path, act, shows } of sights) {
    await page.goto(`${gateway().url}${path}`);
    await act?.(page);
    await page.getByText(shows).locator('visible=true').first().waitFor();
    const barriers = await findBarriers(page);
    if (barriers.length > 0) found[name] = barriers;
  }
  return found;
}

async function openWithAxe(width = 1440, signedIn = true): Promise<Page> {
  const page = await openPage({ gateway: gateway(), width, signedIn, expected: [/status of 40[14]/] });
  await bringAxe(page);
  return page;
}

describe('nothing keeps anybody out, in either theme', () => {
  it('of pages where nothing has happened yet, of the way in, and of an address that leads nowhere', async () => {
    const out = await openWithAxe(1440, false);
    expect(await look(out, [{ name: 'sign-in', path: '/', shows: 'Sign in' }])).toEqual({});
    const page = await openWithAxe();
    expect(
      await look(page, [
        { name: 'dashboard', path: '/', shows: 'No agent has called a tool yet' },
        { name: 'approvals', path: '/approvals', shows: 'No calls are waiting' },
        { name: 'calls', path: '/tool-calls', shows: 'No calls yet' },
        { name: 'sessions', path: '/sessions', shows: 'No sessions yet' },
        { name: 'nowhere', path: '/no/such/page', shows: 'This page does not exist' },
      ]),
    ).toEqual({});
  });

  it('of pages that are full', { timeout: 240_000 }, async () => {
    const asked = await fill();
    const session = asked.session_id ?? '';
    const call = (await viewOf(gateway()).calls('?status=error')).tool_calls[0]?.id ?? '';
    const tool = '/tools/notes/add_note';
    const page = await openWithAxe();
    const tab = (name: string) => (of: Page) => of.getByRole('tab', { name }).click();
    const click = (name: string) => (of: Page) => of.getByRole('button', { name }).first().click();
    // A page that has only just come does not listen yet.
    const press = (key: string) => (of: Page) => until(of.getByRole('dialog'), () => of.keyboard.press(key));
    expect(
      await look(page, [
        { name: 'dashboard', path: '/', shows: 'Busiest tools' },
        { name: 'approvals', path: '/approvals', shows: 'Exactly what will be sent' },
        { name: 'approval', path: `/approvals/${asked.id}`, shows: 'see the call' },
        {
          name: 'approvals, menu',
          path: '/approvals',
          act: click('Approve for longer'),
          shows: 'Always approve this tool',
        },
        {
          name: 'approvals, asked once more',
          path: '/approvals',
          act: (of) =>
            until(of.getByRole('dialog'), async () => {
              await of.getByRole('button', { name: 'Approve for longer' }).click(BRIEFLY);
              await of.getByRole('menuitem', { name: /^Always approve this tool/ }).click(BRIEFLY);
            }),
          shows: 'This relaxes the rule',
        },
        { name: 'calls', path: '/tool-calls', shows: 'List Notes' },
        { name: 'call', path: `/tool-calls/${call}`, shows: 'The notes are locked.' },
        { name: 'call, hints', path: `/tool-calls/${call}`, act: tab('Hints then and now'), shows: 'Idempotent' },
        { name: 'call, why', path: `/tool-calls/${call}`, act: tab('Why this decision'), shows: /default/ },
        { name: 'sessions', path: '/sessions', shows: 'busy agent' },
        { name: 'session', path: `/sessions/${session}`, shows: 'busy agent' },
        { name: 'tools', path: '/tools', shows: 'Delete Note' },
        { name: 'tools, a filter', path: '/tools', act: click('Class'), shows: 'Adds' },
        { name: 'tool, hints', path: tool, shows: 'Audit findings' },
        {
          name: 'tool, override',
          path: tool,
          act: (of) =>
            of
              .getByRole('radiogroup', { name: /openWorldHint/ })
              .getByRole('radio', { name: 'True' })
              .check(),
          shows: 'Reason, for the history',
        },
        { name: 'tool, definition', path: `${tool}?tab=definition`, shows: 'As the server sent it' },
        { name: 'tool, try', path: `${tool}?tab=try`, shows: 'Reset' },
        { name: 'tool, clients', path: `${tool}?tab=clients`, shows: 'Verdict' },
        { name: 'tool, history', path: `${tool}?tab=history`, shows: 'No overrides.' },
        { name: 'tool, calls', path: `${tool}?tab=calls`, shows: 'busy agent' },
        { name: 'tool, held', path: '/tools/liar/delete_all', shows: 'Contradictions' },
        { name: 'servers', path: '/servers', shows: '/nowhere/at-all' },
        { name: 'servers, add', path: '/servers?add=1', shows: 'Connection' },
        { name: 'servers, import', path: '/servers?import=1', shows: 'Their files do not change' },
        { name: 'server', path: '/servers/notes', shows: 'Delete Note' },
        { name: 'server, review', path: '/servers/desk', shows: 'Review these one by one' },
        {
          name: 'server, reviewed',
          path: '/servers/desk?sight=1',
          act: async (of) => {
            await click('Accept all 2 that are not suspicious')(of);
            await of.getByText('2 accepted').click();
          },
          shows: 'Undo all',
        },
        { name: 'server, sick', path: '/servers/sick', shows: '/nowhere/at-all' },
        { name: 'policy', path: '/policy', shows: /destructive/i },
        { name: 'settings', path: '/settings', shows: 'Sign out of this browser' },
        { name: 'settings, tokens', path: '/settings?sight=1#tokens', shows: 'reader' },
        {
          name: 'settings, new token',
          path: '/settings?sight=2#tokens',
          act: async (of) => {
            await click('New token')(of);
            await of.getByLabel('Only some').check();
          },
          shows: 'Choose at least one server, or enter a pattern.',
        },
        {
          name: 'settings, a token is shown',
          path: '/settings?sight=3#tokens',
          act: async (of) => {
            await click('New token')(of);
            await of.getByRole('textbox', { name: 'Name' }).fill('shown');
            await of.getByRole('button', { name: 'Create token' }).click();
          },
          shows: 'It is shown only once',
        },
        {
          name: 'settings, revoke',
          path: '/settings?sight=4#tokens',
          act: click('Revoke reader'),
          shows: 'This cannot be undone',
        },
        { name: 'settings, profiles', path: '/settings?sight=5#profiles', shows: '/mcp/p/reading/search' },
        {
          name: 'settings, a profile',
          path: '/settings?sight=6#profiles',
          act: click('Edit reading'),
          shows: 'Names or patterns, separated by commas or line breaks.',
        },
        {
          name: 'palette',
          path: '/',
          act: press('Control+k'),
          shows: 'Approve the next waiting call',
        },
        { name: 'keys', path: '/approvals', act: press('?'), shows: 'Search and commands' },
      ]),
    ).toEqual({});
  });

  it('of pages on a small screen', async () => {
    const page = await openWithAxe(390);
    expect(
      await look(page, [
        { name: 'dashboard', path: '/', shows: 'Busiest tools' },
        { name: 'approvals', path: '/approvals', shows: 'Exactly what will be sent' },
        { name: 'calls', path: '/tool-calls', shows: 'List Notes' },
        { name: 'tools', path: '/tools', shows: 'Delete Note' },
        { name: 'tool', path: '/tools/notes/add_note', shows: 'Audit findings' },
        { name: 'servers', path: '/servers', shows: 'notes' },
        { name: 'server, review', path: '/servers/desk', shows: 'Review these one by one' },
        { name: 'settings', path: '/settings?sight=7#tokens', shows: 'reader' },
      ]),
    ).toEqual({});
  });
});

/** Everything there is to see: calls of every kind, and one that waits. */
async function fill() {
  const client = await connectTo(gateway(), 'modern', 'busy agent');
  await client.call('notes__list_notes').catch(() => undefined);
  await client.call('notes__add_note', { text: 'hello' });
  await client.call('liar__delete_all');
  await client.call('notes__delete_note', { id: 1 });
  await gateway().api('/api/v1/tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'reader', ceiling: 'read', profile: 'reading', expires_in_days: 30 }),
  });
  return await waitingAt(gateway());
}
