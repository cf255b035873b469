import type { Session } from '@toolmark/api-contract';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LET_PASS, type TestGateway } from '../gateway/fixtures/gateway.ts';
import { connectTo, type TestClient } from '../record/fixtures/clients.ts';
import { ledger, untilOffered, viewOf } from '../record/fixtures/record.ts';
import { afterTheTests } from './fixtures/ends.ts';
import { startPageGateway } from './fixtures/gateway.ts';
import { cellsOf, colourOf, hasFocus, textOf } from './fixtures/looks.ts';
import { callNameless } from './fixtures/nameless.ts';
import { changeRecord } from './fixtures/record-file.ts';
import { shareGateway } from './fixtures/shared-gateway.ts';
import { openSignedIn } from './fixtures/signed-in.ts';

const servers = { ledger: ledger() };
const gateway = shareGateway({ servers, config: { policy: LET_PASS } });
const whenOver = afterTheTests();
let active: TestClient;

/** Four sessions: one that goes on, one whose client left, one of nobody, and one that took very long. */
beforeAll(async () => {
  const long = await connectTo(gateway(), 'older', { name: 'patient', whenOver });
  await long.call('look', { n: 1 });
  await long.leave();
  await callNameless(gateway(), 'ledger__look', { n: 2 });
  const closed = await connectTo(gateway(), 'older', { name: 'gone', whenOver });
  await closed.call('look', { n: 3 });
  await closed.call('stumble', { n: 4 });
  await closed.leave();
  active = await connectTo(gateway(), 'modern', { name: 'busy', whenOver });
  for (const tool of ['look', 'add', 'remove']) await active.call(tool, { n: 5 });
}, 60_000);

const tableOf = (page: Page): Locator => page.getByRole('region', { name: 'Sessions' }).getByRole('table');
const rowsOf = (page: Page): Locator => tableOf(page).locator('tbody').getByRole('row');
const rowOf = (page: Page, client: string): Locator =>
  rowsOf(page).filter({ has: page.getByRole('link', { name: client }) });

async function cellOf(page: Page, client: string, column: string): Promise<Locator> {
  const columns = await tableOf(page).getByRole('columnheader').allInnerTexts();
  return rowOf(page, client).getByRole('cell').nth(columns.indexOf(column));
}

async function openDashboard(of: TestGateway = gateway(), prepare?: (context: BrowserContext) => Promise<unknown>) {
  const page = await openSignedIn({ gateway: of, ...(prepare && { prepare }) });
  await rowsOf(page).first().waitFor();
  return page;
}

async function sessionOf(client: string | null): Promise<Session> {
  const { sessions } = await viewOf(gateway()).sessions('?limit=100');
  const found = sessions.find(({ client_name: name }) => name === client);
  if (found === undefined) throw new Error(`There is no session of ${client}.`);
  return found;
}

describe('the sessions on the dashboard', () => {
  it('are a table of status, client, start, duration, calls and tokens, there as the page opens (UI-sessions, SC-003)', async () => {
    const page = await openDashboard();
    const columns = await tableOf(page).getByRole('columnheader').allInnerTexts();
    expect(columns.slice(0, 6)).toEqual(['Status', 'Client', 'Start', 'Duration', 'Tool calls', 'Tokens']);
    const cells = await cellsOf(rowsOf(page));
    expect(cells.map(([status, client, , , calls]) => [status, client, calls])).toEqual([
      ['Active', expect.stringContaining('busy 1.0.0'), '3'],
      ['Closed', expect.stringContaining('gone 1.0.0'), '2'],
      ['Active', expect.stringContaining('Unknown client'), '1'],
      ['Closed', expect.stringContaining('patient 1.0.0'), '1'],
    ]);
  });

  it('are the ten newest and no more, and as many as there are where they are fewer (US3.1, FR-009)', async () => {
    const own = await startPageGateway({ servers, config: { policy: LET_PASS } });
    onTestFinished(async () => void (await own.stop('SIGKILL')));
    await untilOffered(own);
    const client = await connectTo(own, 'modern', { name: 'talker' });
    const talk = async (from: number, to: number): Promise<void> => {
      for (let n = from; n < to; n++) await client.call('look', { n }, { conversation: `talk ${n}` });
    };
    await talk(0, 3);
    const page = await openDashboard(own);
    expect(await rowsOf(page).count()).toBe(3);
    // The rest comes while somebody looks.
    await talk(3, 12);
    await page.getByRole('link', { name: 'See all 12' }).waitFor();
    const { sessions } = await viewOf(own).sessions('?limit=10');
    const ids = sessions.map(({ id }) => id.slice(0, 8));
    await expect.poll(() => tableOf(page).locator('[data-session] [data-short-id]').allInnerTexts()).toEqual(ids);
    await page.getByRole('link', { name: 'See all 12' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
    await expect.poll(() => page.getByRole('table').locator('tbody').getByRole('row').count()).toBe(12);
  });

  it('look active or closed, not by a colour alone (US3.2)', async () => {
    const page = await openDashboard();
    const [on, off] = [await cellOf(page, 'busy', 'Status'), await cellOf(page, 'gone', 'Status')];
    expect([await textOf(on), await textOf(off)]).toEqual(['Active', 'Closed']);
    const dot = (cell: Locator) => colourOf(cell.locator('[aria-hidden=true]'));
    expect([(await dot(on)).alpha, (await dot(off)).alpha]).toEqual([1, 0]);
  });

  it('take as long as from their start to their end, or go on (US3.3, US3.4)', async () => {
    const page = await openDashboard(gateway(), (context) => context.clock.install());
    const duration = async (client: string) => seconds(await textOf(await cellOf(page, client, 'Duration')));
    const closed = await sessionOf('gone');
    const took = (Date.parse(closed.end_time ?? '') - Date.parse(closed.start_time)) / 1_000;
    expect(await duration('gone')).toBe(Math.floor(took));
    const before = await duration('busy');
    await page.clock.fastForward(61_000);
    await expect.poll(() => duration('busy')).toBeGreaterThanOrEqual(before + 61);
    expect(await duration('gone')).toBe(Math.floor(took));
  });

  it('that took days say how many (EC-5)', async () => {
    const ms = ((2 * 24 + 3) * 60 + 15) * 60_000;
    const [long, nameless] = [await sessionOf('patient'), await sessionOf(null)];
    changeRecord(gateway(), 'update sessions set start_time = end_time - ? where id = ?', ms + 7_000, long.id);
    changeRecord(gateway(), 'update sessions set start_time = ? where id = ?', Date.now() - ms, nameless.id);
    const page = await openDashboard();
    expect(await textOf(await cellOf(page, 'patient', 'Duration'))).toBe('2d 3h 15m');
    expect(await textOf(await cellOf(page, 'Unknown client', 'Duration'))).toMatch(/^2d 3h 1[56]m$/);
  });

  it('say who the client is, also where nobody said so (US3.6, US3.7, EC-7)', async () => {
    const page = await openDashboard();
    const name = async (client: string) => textOf((await cellOf(page, client, 'Client')).getByRole('link').first());
    expect(await name('busy')).toBe('busy 1.0.0');
    expect(await name('gone')).toBe('gone 1.0.0');
    expect(await name('Unknown client')).toBe('Unknown client');
    expect(
      await tableOf(page)
        .getByText(/null|undefined/)
        .count(),
    ).toBe(0);
  });

  it('say when they began for people, and exactly for who points at it (FR-011)', async () => {
    const page = await openDashboard();
    const time = (await cellOf(page, 'busy', 'Start')).getByRole('time');
    const { start_time: start } = await sessionOf('busy');
    expect(await textOf(time)).toMatch(/^(just now|\d+[smh] ago)$/);
    expect(await time.getAttribute('datetime')).toBe(start);
    const exact = (await time.getAttribute('title')) ?? '';
    // In the time zone of whoever looks, down to the millisecond.
    expect(Date.parse(exact)).toBe(Date.parse(start));
  });

  it('count their calls and the tokens of these exactly, as the history does (US3.8, US3.5, SC-006)', async () => {
    const busy = await sessionOf('busy');
    const view = viewOf(gateway());
    const tokens = async () =>
      (await view.allCalls(`&session_id=${busy.id}`)).map(({ metrics }) => metrics.total_tokens);
    await expect.poll(tokens).not.toContain(null);
    const calls = await tokens();
    const sum = calls.reduce<number>((total, each) => total + (each ?? 0), 0);
    const page = await openDashboard();
    expect(await textOf(await cellOf(page, 'busy', 'Tool calls'))).toBe(String(calls.length));
    const cell = await cellOf(page, 'busy', 'Tokens');
    await expect.poll(() => cell.getAttribute('title')).toBe(`${sum.toLocaleString('en')} tokens`);
    expect(await textOf(cell)).toBe(String(sum));
    await page.setViewportSize({ width: 1440, height: 800 });
    await rowOf(page, 'busy')
      .getByRole('link', { name: /^\d+ calls of session / })
      .click();
    const each = page.getByRole('table', { name: 'Calls' }).locator('[title$="tokens, an estimate"]');
    await expect.poll(() => each.count()).toBe(calls.length);
    const titles = await each.evaluateAll((cells: readonly { readonly title: string }[]) =>
      cells.map(({ title }) => title),
    );
    const shown = titles.map((title) => Number.parseInt(title.replaceAll(',', ''), 10));
    expect(shown.reduce((total, one) => total + one, 0)).toBe(sum);
  });
});

describe('a client that connects', () => {
  it('is seen before its first call, on the dashboard and where one connects it', async () => {
    const page = await openDashboard();
    const settings = await openSignedIn({ gateway: gateway(), path: '/settings#connect' });
    const status = settings.locator('[data-connect-status]');
    await status.getByText('Waiting for the first request').waitFor();
    const client = await connectTo(gateway(), 'older', { name: 'codex-mcp-client' });
    await status.getByText('Connected: Codex 1.0.0').waitFor();
    expect(await textOf(await cellOf(page, 'Codex', 'Tool calls'))).toBe('0');
    // Without a call it leaves nothing behind.
    await client.leave();
    await rowOf(page, 'Codex').waitFor({ state: 'detached' });
  });
});

describe('a session on the dashboard', () => {
  it('opens with one click anywhere on its row, and its number of calls leads to them (US3.9, FR-017, SC-004)', async () => {
    const { id } = await sessionOf('gone');
    const page = await openDashboard();
    await (await cellOf(page, 'gone', 'Tool calls')).getByRole('link').click();
    await page.waitForURL(`${gateway().url}/tool-calls?sessionId=${id}`);
    const calls = page
      .getByRole('table', { name: 'Calls' })
      .getByRole('row')
      .filter({ has: page.getByRole('link') });
    await expect.poll(() => calls.count()).toBe(2);
    await page.getByRole('button', { name: /^Session: gone 1\.0\.0/ }).waitFor();
    // And from its calls to the session.
    await page.getByRole('link', { name: 'See the session' }).click();
    await page.getByRole('heading', { level: 1, name: 'gone 1.0.0' }).waitFor();
    await page.goBack();
    await page.goBack();
    await rowsOf(page).first().waitFor();
    expect(page.url()).toBe(`${gateway().url}/`);
    await (await cellOf(page, 'gone', 'Duration')).click();
    await page.waitForURL(`${gateway().url}/sessions/${id}`);
    await page.goBack();
    await rowsOf(page).first().waitFor();
    // Without a mouse just the same.
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => hasFocus(rowOf(page, 'gone').getByRole('link', { name: 'gone' }))).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${gateway().url}/sessions/${id}`);
  });
});

/** `1m 5s` in seconds. */
function seconds(duration: string): number {
  const units: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60, s: 1 };
  return duration
    .split(' ')
    .reduce((sum, part) => sum + Number.parseInt(part, 10) * (units[part.slice(-1)] ?? Number.NaN), 0);
}

describe('a dashboard that hears no events', () => {
  const CUT = [/ERR_FAILED/];

  it('says so, and asks every 30 seconds instead (FR-014, C-polling)', async () => {
    const page = await openSignedIn({
      gateway: gateway(),
      expected: CUT,
      prepare: async (context) => {
        await context.clock.install();
        await context.route('**/api/v1/events*', (route) => route.abort());
      },
    });
    await rowOf(page, 'busy').waitFor();
    const live = page.getByRole('status').filter({ hasText: /^(Connecting|Live|Reconnecting|Polling)$/ });
    await expect.poll(() => textOf(live)).toBe('Reconnecting');
    await page.clock.fastForward(12_000);
    await expect.poll(() => textOf(live)).toBe('Polling');

    const calls = async () => Number(await textOf(await cellOf(page, 'busy', 'Tool calls')));
    const before = await calls();
    await active.call('look', { n: 6 });
    await page.clock.fastForward(30_000);
    await expect.poll(calls).toBe(before + 1);
    await active.call('look', { n: 7 });
    await page.clock.fastForward(30_000);
    await expect.poll(calls).toBe(before + 2);

    // Once events can be heard again, they are.
    await page.context().unroute('**/api/v1/events*');
    await page.clock.fastForward(30_000);
    await expect.poll(() => textOf(live)).toBe('Live');
    await active.call('look', { n: 8 });
    await expect.poll(calls).toBe(before + 3);
  });
});
