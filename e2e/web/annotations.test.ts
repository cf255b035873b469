import type { HintKey } from '@toolmark/api-contract';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ledger } from '../record/fixtures/record.ts';
import { DECLARED, HINTS, isTorn, shapesOf } from './fixtures/every-annotation.ts';
import {
  badgesIn,
  cellsOf,
  colourOf,
  hasFocus,
  pointAt,
  pointUntilTold,
  type SeenBadge,
  textOf,
} from './fixtures/looks.ts';
import { createScripted } from './fixtures/scripted.ts';
import { shareGateway } from './fixtures/shared-gateway.ts';
import { openSignedIn } from './fixtures/signed-in.ts';

// Broken annotations are repaired on their way to clients, and shown as they are here.
const every = createScripted({
  tools: [...DECLARED].map(([name, annotations]) => ({
    name,
    description: 'It is what it declares.',
    ...(annotations && { annotations }),
  })),
});
const gateway = shareGateway({ servers: { ledger: ledger(), every: every.entry } });

const openServer = (name: string, more: { readonly hasTouch?: boolean } = {}): Promise<Page> =>
  openSignedIn({ gateway: gateway(), path: `/servers/${name}`, ...more });

const cardOf = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

const seen = (hint: HintKey, name: string, shape: SeenBadge['shape']): SeenBadge => ({ hint, name, shape });

describe('the tools of a server', () => {
  it('each show their annotations, in a card of their own (US1.1, FR-001, UI-badges)', async () => {
    const page = await openServer('ledger');
    await page.getByRole('article').nth(9).waitFor();
    expect(await page.getByRole('article').count()).toBe(10);
    const badges = async (title: string) => (await badgesIn(cardOf(page, title)))[0];
    expect(await badges('Look Around')).toEqual([
      seen('readOnlyHint', 'Read-only', 'filled'),
      seen('openWorldHint', 'Closed world', 'outlined'),
    ]);
    expect(await badges('browse')).toEqual([
      seen('readOnlyHint', 'Read-only', 'filled'),
      seen('idempotentHint', 'Idempotent', 'filled'),
      seen('openWorldHint', 'Open world', 'filled'),
    ]);
    expect(await badges('remove')).toEqual([
      seen('readOnlyHint', 'Not read-only', 'outlined'),
      seen('destructiveHint', 'Destructive', 'filled'),
      seen('idempotentHint', 'Idempotent', 'filled'),
      seen('openWorldHint', 'Closed world', 'outlined'),
    ]);
    expect(await badges('refuse')).toEqual([
      seen('readOnlyHint', 'Not read-only', 'outlined'),
      seen('destructiveHint', 'Not destructive', 'outlined'),
      seen('idempotentHint', 'Not idempotent', 'dashed'),
      seen('openWorldHint', 'Open world', 'dashed'),
    ]);
  });

  it('are headed by their titles, their names below; without a title the name heads them (US1.2)', async () => {
    const page = await openServer('ledger');
    for (const [title, name] of [
      ['Look Around', 'look'],
      ['Measure It', 'measure'],
      ['browse', 'browse'],
    ] as const) {
      const card = cardOf(page, title);
      await card.waitFor();
      expect(await card.getByRole('heading').allInnerTexts()).toEqual([title]);
      expect(await card.getByText(name, { exact: true }).last().isVisible()).toBe(true);
      expect(await card.getByRole('button', { name: 'Copy name' }).isVisible()).toBe(true);
    }
    await cardOf(page, 'Measure It').getByRole('heading').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Measure It', exact: true }).waitFor();
    await page.goto(`${gateway().url}/tools?server=ledger`);
    await page.getByRole('link', { name: 'Look Around', exact: true }).waitFor();
  });

  it('say at a glance what they do: a picture and a word in a colour, no pointing needed (US1.3, US1.4, SC-001)', async () => {
    const page = await openServer('ledger');
    const glance = async (title: string, word: string): Promise<void> => {
      const said = cardOf(page, title).getByText(word, { exact: true }).and(page.locator(':not(button *)'));
      await said.waitFor();
      expect(await said.locator('xpath=..').locator('svg').count()).toBe(1);
      // In sight as the page opens.
      const box = await said.boundingBox();
      expect(box?.y).toBeLessThan(800);
    };
    await glance('remove', 'Destructive');
    await glance('add', 'Adds');
    await glance('browse', 'Read-only');
    // Nothing says that a tool is dangerous which is not.
    expect(await cardOf(page, 'Look Around').getByText('Destructive').count()).toBe(0);
    const warns = cardOf(page, 'remove').getByRole('button', { name: 'Destructive', exact: true });
    const isSafe = cardOf(page, 'browse').getByRole('button', { name: 'Read-only', exact: true });
    expect(await warns.locator('svg').count()).toBe(1);
    const [red, blue] = [await colourOf(warns), await colourOf(isSafe)];
    expect(red.hue > 340 || red.hue < 20, `red is ${red.hue}°`).toBe(true);
    expect(blue.hue).toBeGreaterThan(195);
    expect(blue.hue).toBeLessThan(240);
  });

  it('have badges of four colours, by the hint: blue, red, grey and purple, light and dark (FR-004)', async () => {
    const page = await openServer('ledger');
    const filled = (title: string, name: string) =>
      colourOf(cardOf(page, title).getByRole('button', { name, exact: true }));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme$=${colorScheme}]`).waitFor();
      const [blue, red, grey, purple] = [
        await filled('browse', 'Read-only'),
        await filled('remove', 'Destructive'),
        await filled('browse', 'Idempotent'),
        await filled('browse', 'Open world'),
      ];
      expect(blue.hue).toBeGreaterThan(190);
      expect(blue.hue).toBeLessThan(245);
      expect(red.hue > 335 || red.hue < 20, `red is ${red.hue}°`).toBe(true);
      expect(grey.saturation).toBeLessThan(0.3);
      expect(purple.hue).toBeGreaterThan(250);
      expect(purple.hue).toBeLessThan(300);
      expect([blue, red, purple].every(({ saturation }) => saturation > 0.3)).toBe(true);
    }
  });

  it('without annotations are cards like any other, without badges (US1.5, EC-1, FR-005)', async () => {
    const page = await openServer('ledger');
    const [bare, other] = [cardOf(page, 'bare'), cardOf(page, 'remove')];
    await bare.waitFor();
    expect(await badgesIn(bare)).toEqual([[]]);
    expect(await bare.getByText('undefined').or(bare.getByText('null')).count()).toBe(0);
    // What they are taken for is said all the same, and everything else is where it always is.
    expect(await bare.getByText('Destructive', { exact: true }).isVisible()).toBe(true);
    expect(await bare.getByRole('link', { name: 'Open bare' }).isVisible()).toBe(true);
    const [own, others] = [await bare.boundingBox(), await other.boundingBox()];
    // The columns of a grid differ by up to 1/64 px.
    expect(own?.width).toBeCloseTo(others?.width ?? 0, 1);
    await bare.getByRole('link', { name: 'Open bare' }).click();
    await page.getByRole('heading', { level: 1, name: 'bare' }).waitFor();
    expect(await badgesIn(page.getByRole('main'))).toEqual([[]]);
  });
});

describe('what a hint means', () => {
  const MEANINGS: readonly (readonly [card: string, badge: string, ...tells: readonly string[]])[] = [
    ['browse', 'Read-only', 'calling it changes nothing', 'readOnlyHint = true, declared by the server'],
    ['remove', 'Destructive', 'may delete or overwrite', 'destructiveHint = true, declared by the server'],
    ['remove', 'Idempotent', 'safe to retry', 'idempotentHint = true, declared by the server'],
    ['browse', 'Open world', 'such as the web', 'openWorldHint = true, declared by the server'],
    ['remove', 'Not read-only', 'may change something', 'readOnlyHint = false, declared by the server'],
    ['add', 'Not destructive', 'existing data is not lost', 'destructiveHint = false, declared by the server'],
    ['refuse', 'Not idempotent', 'may have another effect', 'idempotentHint = false, default: false, not declared'],
    ['remove', 'Closed world', 'its own closed system', 'openWorldHint = false, declared by the server'],
  ];

  it('is told in full where it is pointed at, true, false and absent apart (FR-007, SC-002)', async () => {
    const page = await openServer('ledger');
    for (const [card, badge, ...tells] of MEANINGS) {
      const tip = page.getByRole('tooltip').filter({ hasText: tells[0] ?? '' });
      await pointUntilTold(cardOf(page, card).getByRole('button', { name: badge, exact: true }), tip);
      const text = await textOf(tip);
      for (const sentence of tells) expect(text).toContain(sentence);
      // It goes with the pointer.
      await pointAt(page.getByRole('heading', { level: 1 }));
      await page.getByRole('tooltip').waitFor({ state: 'detached' });
    }
  });

  it('is told to whoever comes by the keyboard, and to a screen reader (FR-007, SC-002)', async () => {
    const page = await openServer('ledger');
    const first = cardOf(page, 'remove').getByRole('button', { name: 'Copy name' });
    await first.focus();
    for (const [badge, meaning] of [
      ['Not read-only', 'may change something'],
      ['Destructive', 'may delete or overwrite'],
    ] as const) {
      await page.keyboard.press('Tab');
      const button = cardOf(page, 'remove').getByRole('button', { name: badge, exact: true });
      await expect.poll(() => hasFocus(button)).toBe(true);
      const tip = page.getByRole('tooltip').filter({ hasText: meaning });
      await tip.waitFor();
      expect(await button.getAttribute('aria-describedby')).toBe(await tip.getAttribute('id'));
    }
    await page.keyboard.press('Escape');
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
  });

  it('is told to a finger: a tap shows it, the next one hides it (FR-007, SC-002)', async () => {
    const page = await openServer('ledger', { hasTouch: true });
    const badge = cardOf(page, 'remove').getByRole('button', { name: 'Destructive', exact: true });
    await badge.tap();
    await page.getByRole('tooltip').filter({ hasText: 'may delete or overwrite' }).waitFor();
    await badge.tap();
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    // A badge is no link: the card was not opened.
    expect(new URL(page.url()).pathname).toBe('/servers/ledger');
  });
});

describe('all of the annotations of a server', () => {
  const text = (value: unknown): string => (value === undefined ? 'not declared' : JSON.stringify(value));

  it('are shown as they were declared, absent, false, unknown and broken ones too (SC-005)', async () => {
    const page = await openServer('every?view=declared');
    const table = page.getByRole('table', { name: 'Annotations as declared by the server' });
    await table.waitFor();
    const rows = await cellsOf(table.locator('tbody tr'));
    const shown = new Map(rows.map(([name = '', ...cells]) => [name, cells]));
    const expected = [...DECLARED].map(([name, declared = {}]) => {
      const { title, ...rest } = declared;
      const others = Object.entries(rest).filter(([key]) => !(HINTS as readonly string[]).includes(key));
      return [
        name,
        [
          title === undefined ? 'not declared' : String(title),
          ...HINTS.map((hint) => text(rest[hint])),
          others.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(', '),
        ],
      ] as const;
    });
    expect(shown.size).toBe(DECLARED.size);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
  });

  it('have each their badge, of the shape of what was declared (SC-005)', async () => {
    const page = await openServer('every');
    await page.getByRole('button', { name: /^Show more: / }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(DECLARED.size);
    const names = await page.getByRole('article').locator('h3 + p').allInnerTexts();
    const badges = await badgesIn(page.getByRole('article'));
    const shown = Object.fromEntries(
      names.map((name, index) => [
        name.trim(),
        Object.fromEntries((badges[index] ?? []).map(({ hint, shape }) => [hint, shape])),
      ]),
    );
    expect(shown).toEqual(Object.fromEntries([...DECLARED].map(([name, declared]) => [name, shapesOf(declared)])));
    // Where a server says two things that cannot both be true, the stricter one counts, and that is said.
    const flagged = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Contradicted' }) });
    const torn = [...DECLARED].filter(([, declared]) => isTorn(declared)).map(([name]) => name);
    expect((await flagged.locator('h3 + p').allInnerTexts()).map((name) => name.trim()).toSorted()).toEqual(
      torn.toSorted(),
    );
    const tip = page.getByRole('tooltip').filter({ hasText: 'The server declares true.' });
    await pointUntilTold(flagged.first().getByRole('button', { name: 'Not read-only' }), tip);
  });
});
