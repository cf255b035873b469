import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { LET_PASS } from '../gateway/fixtures/gateway.ts';
import { connectTo } from '../record/fixtures/clients.ts';
import { ledger } from '../record/fixtures/record.ts';
import { afterTheTests } from './fixtures/ends.ts';
import {
  badgesIn,
  boxesOf,
  colourOf,
  hasFocus,
  overflowOf,
  pointAt,
  pointUntilTold,
  textOf,
  widthOf,
} from './fixtures/looks.ts';
import { createScripted } from './fixtures/scripted.ts';
import { shareGateway } from './fixtures/shared-gateway.ts';
import { openSignedIn, type SignedInOptions } from './fixtures/signed-in.ts';

/** More hints than three cannot be told of one call: what only reads destroys nothing. */
const loud = createScripted({
  tools: [
    {
      name: 'shout',
      title: 'Shout it From Every Roof There Is in the Whole of This Town',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    },
  ],
});
const gateway = shareGateway({ servers: { ledger: ledger(), loud: loud.entry }, config: { policy: LET_PASS } });
const whenOver = afterTheTests();

beforeAll(async () => {
  const modern = await connectTo(gateway(), 'modern', { name: 'agent', whenOver });
  for (const tool of ['look', 'add', 'remove', 'bare', 'stumble']) await modern.call(tool, { n: 1 });
  const older = await connectTo(gateway(), 'older', { name: 'agent of before', whenOver });
  await older.call('browse', { n: 2 });
  const loudest = await connectTo(gateway(), 'modern', { name: 'agent', server: 'loud', whenOver });
  await loudest.call('shout');
}, 60_000);

/** All seven calls, the newest first. */
const TITLES = ['Shout it From', 'browse', 'stumble', 'bare', 'remove', 'add', 'Look Around'];

async function openHistory(more: Omit<SignedInOptions, 'gateway' | 'path'> = {}): Promise<Page> {
  const page = await openSignedIn({ gateway: gateway(), path: '/tool-calls', width: 1440, ...more });
  await rowsOf(page)
    .nth(TITLES.length - 1)
    .waitFor();
  // A row is filled a moment after it appears.
  await expect.poll(() => page.getByText('Loading', { exact: true }).count()).toBe(0);
  await badgesOf(rowOf(page, 'Look Around')).first().waitFor();
  return page;
}

const table = (page: Page): Locator => page.getByRole('table', { name: 'Calls' });
const rowsOf = (page: Page): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
const rowOf = (page: Page, title: string): Locator =>
  rowsOf(page).filter({ has: page.getByRole('link', { name: title }) });
const badgesOf = (place: Locator | Page): Locator =>
  place.getByRole('button', { name: /^(Read-only|Destructive|Idempotent|Open world)$/ });

describe('the history of calls', () => {
  it('shows an icon for each hint that holds, in every row, and none for a tool that has none (US2.1, FR-006)', async () => {
    const page = await openHistory();
    const icons = async (title: string) =>
      (await badgesIn(rowOf(page, title)))[0]?.map(({ name, shape }) => `${name}, ${shape}`);
    expect(await Promise.all(TITLES.map(async (title) => [title, await icons(title)]))).toEqual([
      ['Shout it From', ['Destructive, filled', 'Idempotent, filled', 'Open world, filled']],
      ['browse', ['Read-only, filled', 'Open world, filled']],
      ['stumble', ['Read-only, filled']],
      ['bare', []],
      ['remove', ['Destructive, filled', 'Idempotent, filled']],
      ['add', []],
      ['Look Around', ['Read-only, filled']],
    ]);
    // Icons, and no words.
    const first = badgesOf(rowOf(page, 'remove')).first();
    expect([await textOf(first), await first.locator('svg').count()]).toEqual(['', 1]);
  });

  it('explains each icon in full to a pointer and to the keyboard (US2.2, FR-007)', async () => {
    const page = await openHistory();
    for (const [title, icon, meaning, source] of [
      ['browse', 'Read-only', 'calling it changes nothing', 'readOnlyHint = true, declared by the server'],
      ['remove', 'Destructive', 'may delete or overwrite', 'destructiveHint = true, declared by the server'],
      ['remove', 'Idempotent', 'it is safe to retry', 'idempotentHint = true, declared by the server'],
      [
        'browse',
        'Open world',
        'anyone may have written what it returns',
        'openWorldHint = true, declared by the server',
      ],
    ] as const) {
      const badge = rowOf(page, title).getByRole('button', { name: icon, exact: true });
      const tip = page.getByRole('tooltip').filter({ hasText: meaning });
      await pointUntilTold(badge, tip);
      expect(await textOf(tip)).toContain(source);
      await pointAt(page.getByRole('heading', { level: 1 }));
      await tip.waitFor({ state: 'detached' });
    }
    await rowOf(page, 'remove').getByRole('link', { name: 'remove' }).focus();
    // A row is one stop of the Tab key; the arrows lead through what is in it.
    await page.keyboard.press('ArrowRight');
    const destructive = rowOf(page, 'remove').getByRole('button', { name: 'Destructive', exact: true });
    await expect.poll(() => hasFocus(destructive)).toBe(true);
    await page.getByRole('tooltip').filter({ hasText: 'may delete or overwrite' }).waitFor();
  });

  it('explains an icon to a finger, without opening the call (US2.2, FR-007)', async () => {
    const page = await openHistory({ hasTouch: true, width: 390 });
    const badge = rowOf(page, 'remove').getByRole('button', { name: 'Destructive', exact: true });
    await badge.tap();
    await page.getByRole('tooltip').filter({ hasText: 'may delete or overwrite' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/tool-calls');
    await badge.tap();
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
  });

  it('makes destructive calls stand out: a picture, a word, and an edge in red (US2.3)', async () => {
    const page = await openHistory();
    const isMarked = (title: string) => rowOf(page, title).getByText('Destructive:').count();
    expect(await Promise.all(TITLES.map(isMarked))).toEqual([1, 0, 0, 1, 1, 0, 0]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme$=${colorScheme}]`).waitFor();
      const edge = (title: string) => colourOf(rowOf(page, title).locator('> *'), 'border-left-color');
      const [red, none] = [await edge('remove'), await edge('add')];
      expect(red.hue > 335 || red.hue < 20, `red is ${red.hue}°`).toBe(true);
      expect([red.alpha, none.alpha]).toEqual([1, 0]);
      const ground = (title: string) => colourOf(rowOf(page, title).locator('> *'));
      expect((await ground('remove')).alpha).toBeGreaterThan((await ground('add')).alpha);
    }
  });

  it('shows several hints without clutter, in at most 30 % of a row, however wide it is (US2.4, SC-007)', async () => {
    const page = await openHistory();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => shareOf(page, 'Shout it From', 3)).toBeLessThanOrEqual(0.3);
      expect(await shareOf(page, 'browse', 2)).toBeLessThanOrEqual(0.3);
      expect(await shareOf(page, 'Look Around', 1)).toBeLessThanOrEqual(0.3);
      expect(await overflowOf(page)).toBe(0);
    }
  });
});

/** How much of the row of a call its badges take. They stand side by side on one line, and cover nothing. */
async function shareOf(page: Page, title: string, count: number): Promise<number> {
  const row = rowOf(page, title);
  const [box] = await boxesOf(row);
  const [room] = await boxesOf(row.getByRole('cell').filter({ has: badgesOf(page) }));
  const badges = await boxesOf(badgesOf(row));
  const [first, last] = [badges[0], badges.at(-1)];
  if (box === undefined || room === undefined || first === undefined || last === undefined)
    throw new Error(`There are no badges in the row of ${title}.`);
  expect(badges).toHaveLength(count);
  expect(new Set(badges.map(({ top }) => Math.round(top))).size).toBe(1);
  for (const [index, badge] of badges.entries()) {
    expect(badge.left).toBeGreaterThanOrEqual(badges[index - 1]?.right ?? room.left);
    expect(badge.top).toBeGreaterThanOrEqual(box.top);
    expect(badge.bottom).toBeLessThanOrEqual(box.bottom);
  }
  expect(last.right).toBeLessThanOrEqual(room.right + 0.5);
  return (last.right - first.left) / widthOf(box);
}
