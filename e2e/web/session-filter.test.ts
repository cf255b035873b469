import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LET_PASS, type TestGateway } from '../gateway/fixtures/gateway.ts';
import { connectTo } from '../record/fixtures/clients.ts';
import { ledger, untilOffered, viewOf } from '../record/fixtures/record.ts';
import { openPage } from './fixtures/browser.ts';
import { afterTheTests } from './fixtures/ends.ts';
import { startPageGateway } from './fixtures/gateway.ts';
import { textOf } from './fixtures/looks.ts';
import { changeRecord } from './fixtures/record-file.ts';
import { shareGateway } from './fixtures/shared-gateway.ts';
import { openSignedIn, type SignedInOptions } from './fixtures/signed-in.ts';

const servers = { ledger: ledger() };
const config = { policy: LET_PASS };
const gateway = shareGateway({ servers, config });
const whenOver = afterTheTests();

/** What each client calls, the newest first. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  ada: ['remove', 'add', 'Look Around'],
  bob: ['browse', 'Look Around'],
};
const ALL = ['bob: browse', 'bob: Look Around', 'ada: remove', 'ada: add', 'ada: Look Around'];

beforeAll(async () => {
  const ada = await connectTo(gateway(), 'modern', { name: 'ada', whenOver });
  for (const tool of ['look', 'add', 'remove']) await ada.call(tool, { n: 1 });
  const bob = await connectTo(gateway(), 'older', { name: 'bob', whenOver });
  for (const tool of ['look', 'browse']) await bob.call(tool, { n: 2 });
  const quiet = await connectTo(gateway(), 'older', { name: 'quiet', whenOver });
  await quiet.call('look', { n: 3 });
  await quiet.leave();
  // A session is deleted with its calls, and begins with one: that it has none takes a hand from outside.
  changeRecord(gateway(), 'delete from calls where session_id = ?', await idOf('quiet'));
}, 60_000);

async function idOf(client: string, of: TestGateway = gateway()): Promise<string> {
  const [session] = (await viewOf(of).sessions(`?client=${client}`)).sessions;
  if (session === undefined) throw new Error(`There is no session of ${client}.`);
  return session.id;
}

const openCalls = (query = '', more: Omit<SignedInOptions, 'gateway' | 'path'> = {}): Promise<Page> =>
  openSignedIn({ gateway: gateway(), path: `/tool-calls${query}`, width: 1440, ...more });

const rowsOf = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Calls' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') });

/** The calls that are shown, each with whose it is. */
async function shownIn(page: Page): Promise<readonly string[]> {
  const links = await rowsOf(page).getByRole('link').allInnerTexts();
  return links.flatMap((title, index) => {
    const [client] = (links[index + 1] ?? '').split(' · ');
    return index % 2 === 0 ? [`${client}: ${title}`] : [];
  });
}
const untilShown = (page: Page, expected: readonly string[]): Promise<void> =>
  expect.poll(() => shownIn(page)).toEqual(expected);
const callsOf = (client: string): readonly string[] => (CALLS[client] ?? []).map((title) => `${client}: ${title}`);

const selector = (page: Page): Locator => page.getByRole('search').getByRole('button', { name: /^Session(: .+)?$/ });
async function choose(page: Page, client: string): Promise<void> {
  await selector(page).click();
  await page.getByRole('option', { name: new RegExp(`^${client} `) }).click();
}
const queryOf = (page: Page): string => new URL(page.url()).search;

describe('the history, by session', () => {
  it('has a selector of the recent sessions, and shows only calls of the one that is chosen (US4.1, US4.2, FR-018, FR-019, UI-filter)', async () => {
    const page = await openCalls();
    await untilShown(page, ALL);
    await selector(page).click();
    const options = await page.getByRole('option').allInnerTexts();
    expect(options.map((text) => text.split(/\s*\n\s*/))).toEqual([
      [expect.stringMatching(/^quiet 1\.0\.0 · \w{8}$/), expect.stringMatching(/^started .+ · 1 call$/)],
      [expect.stringMatching(/^bob 1\.0\.0 · \w{8}$/), expect.stringMatching(/^active, started .+ · 2 calls$/)],
      [expect.stringMatching(/^ada 1\.0\.0 · \w{8}$/), expect.stringMatching(/^active, started .+ · 3 calls$/)],
    ]);
    await page.getByRole('option', { name: /^ada / }).click();
    await untilShown(page, callsOf('ada'));
    expect(await textOf(selector(page))).toMatch(/^Session: ada 1\.0\.0/);
    // The address is what counts.
    expect(queryOf(page)).toBe(`?sessionId=${await idOf('ada')}`);
    await page
      .getByRole('status')
      .filter({ hasText: /^3 calls$/ })
      .waitFor();
  });

  it('is whole again once the filter is cleared (US4.3, FR-020)', async () => {
    const page = await openCalls(`?sessionId=${await idOf('bob')}`);
    await untilShown(page, callsOf('bob'));
    await page.getByRole('button', { name: 'Clear Session' }).click();
    await untilShown(page, ALL);
    expect([queryOf(page), await textOf(selector(page))]).toEqual(['', 'Session']);
    await choose(page, 'bob');
    await untilShown(page, callsOf('bob'));
    await page.getByRole('button', { name: 'Clear all' }).click();
    await untilShown(page, ALL);
    expect(queryOf(page)).toBe('');
  });

  it('says where a session has no calls, and leads on (US4.4)', async () => {
    const page = await openCalls(`?sessionId=${await idOf('quiet')}`);
    await page.getByText('This session has no calls').waitFor();
    await page.getByText(/^quiet 1\.0\.0 · \w{8} has called no tool/).waitFor();
    expect(await rowsOf(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Show all calls' }).click();
    await untilShown(page, ALL);
  });

  it('stays filtered while one moves about, and says so (FR-021)', async () => {
    const page = await openCalls();
    await choose(page, 'ada');
    await untilShown(page, callsOf('ada'));
    const filtered = queryOf(page);
    // To a call and back.
    await rowsOf(page).getByRole('link', { name: 'remove' }).click();
    await page.getByRole('heading', { level: 2, name: 'remove' }).waitFor();
    expect(queryOf(page)).toBe(filtered);
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/tool-calls');
    expect(queryOf(page)).toBe(filtered);
    // To another page and back.
    await goTo(page, 'Tools');
    await goTo(page, 'Calls');
    await untilShown(page, callsOf('ada'));
    expect(queryOf(page)).toBe(filtered);
    const kept = page.getByRole('status').filter({ hasText: 'Restored filters' });
    await kept.getByRole('button', { name: 'Clear' }).click();
    await untilShown(page, ALL);
    await goTo(page, 'Tools');
    await goTo(page, 'Calls');
    await untilShown(page, ALL);
  });

  it('has an address that goes back and forward, is the same after a reload, and can be shared (S-address, UI-filter)', async () => {
    const [ada, bob] = [await idOf('ada'), await idOf('bob')];
    const page = await openCalls();
    await choose(page, 'ada');
    await untilShown(page, callsOf('ada'));
    await choose(page, 'bob');
    await untilShown(page, callsOf('bob'));
    await page.goBack();
    await untilShown(page, callsOf('ada'));
    expect(queryOf(page)).toBe(`?sessionId=${ada}`);
    await page.goBack();
    await untilShown(page, ALL);
    await page.goForward();
    await page.goForward();
    await untilShown(page, callsOf('bob'));
    expect(queryOf(page)).toBe(`?sessionId=${bob}`);
    await page.reload();
    await untilShown(page, callsOf('bob'));
    const elsewhere = await openCalls(queryOf(page));
    await untilShown(elsewhere, callsOf('bob'));
    expect(await textOf(selector(elsewhere))).toMatch(/^Session: bob 1\.0\.0/);
  });
});

async function goTo(page: Page, place: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: place }).waitFor();
}

/** A gateway of its own on which each of these called once, one after the other, and left. */
async function startUsed(clients: readonly string[]): Promise<TestGateway> {
  const own = await startPageGateway({ servers, config });
  onTestFinished(async () => void (await own.stop('SIGKILL')));
  await untilOffered(own);
  for (const name of clients) {
    const client = await connectTo(own, 'older', { name });
    await client.call('look', { n: 1 });
    await client.leave();
  }
  return own;
}

/** Only the newest session is kept from now on. */
async function keepOne(own: TestGateway): Promise<void> {
  own.reconfigure(JSON.stringify({ mcpServers: servers, ...config, record: { retention: { sessions: 1 } } }));
  await expect.poll(async () => (await viewOf(own).sessions()).total).toBe(1);
}

/** The browser writes every refusal into its console. */
const GONE = [/status of 404/];

describe('a session that was deleted', () => {
  it('is no longer filtered for, with a notice: where one looks at it, and where one comes by its address (EC-6)', async () => {
    const own = await startUsed(['old', 'new']);
    const id = await idOf('old', own);
    const path = `/tool-calls?sessionId=${id}`;
    const page = await openSignedIn({
      gateway: own,
      width: 1440,
      expected: GONE,
      prepare: (context) => context.clock.install(),
    });
    await page.getByRole('link', { name: `1 call of session ${id.slice(0, 8)}` }).click();
    await untilShown(page, ['old: Look Around']);
    await keepOne(own);
    await page.clock.fastForward(31_000);
    const notice = (of: Page) =>
      of.getByRole('region', { name: 'Messages' }).getByText(/no longer exists, so its filter/);
    await notice(page).waitFor();
    expect(await textOf(notice(page))).toContain(`Session ${id.slice(0, 8)}`);
    await untilShown(page, ['new: Look Around']);
    expect([queryOf(page), await textOf(selector(page))]).toEqual(['', 'Session']);

    const later = await openPage({ gateway: own, context: page.context(), signedIn: false, path, expected: GONE });
    await notice(later).waitFor();
    await untilShown(later, ['new: Look Around']);
    expect(queryOf(later)).toBe('');
  });

  it('is said to be gone where one clicks on it, and leads back to the dashboard (EC-8)', async () => {
    const own = await startUsed(['older', 'old', 'new']);
    const ids = { older: await idOf('older', own), old: await idOf('old', own) };
    const page = await openSignedIn({ gateway: own, expected: GONE, prepare: (context) => context.clock.install() });
    const other = await openPage({ gateway: own, context: page.context(), signedIn: false, expected: GONE });
    for (const each of [page, other]) await each.getByRole('link', { name: 'old 1.0.0', exact: true }).waitFor();
    // What is shown grows old.
    await page.clock.pauseAt(Date.now() + 1_000);
    await keepOne(own);

    await page.getByRole('link', { name: 'old 1.0.0', exact: true }).click();
    await other.getByRole('link', { name: `1 call of session ${ids.older.slice(0, 8)}` }).click();
    await page.clock.resume();
    for (const each of [page, other]) {
      await each
        .getByRole('alert')
        .filter({ hasText: /deleted/ })
        .waitFor();
      await each.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      await each.waitForURL(`${own.url}/`);
    }
    expect(await textOf(page.getByRole('alert'))).toContain(ids.old);
    // To the page, the list is younger than a second, so it is fetched again at the next poll.
    await page.clock.fastForward(31_000);
    for (const each of [page, other])
      await expect.poll(() => each.getByRole('link', { name: /^\w+ 1\.0\.0$/ }).allInnerTexts()).toEqual(['new 1.0.0']);
    // The filter for it is not kept either.
    await goTo(page, 'Calls');
    await untilShown(page, ['new: Look Around']);
  });
});
