import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright-core';
import { figure, table } from '../gateway/report/table.ts';
import { median } from '../gateway/statistics.ts';
import { openWindow } from './browser.ts';
import { seenAfter } from './probe.ts';
import type { Stage } from './stage.ts';

const AIM_MS = 1_000;
const AIM_KB = 150;

/** Pages, each with its first element that comes from the API. */
export const PAGES = {
  dashboard: { path: '/', first: 'tr[data-session] a' },
  calls: { path: '/tool-calls', first: '[data-index="0"] [data-main]' },
  tools: { path: '/tools', first: '[data-index="0"] [data-main]' },
  sessions: { path: '/sessions', first: 'tr[data-session] a' },
} as const;

/** A page of the same app without API data. */
const EMPTY = { path: '/no-such-page', first: 'h1' };

interface Times {
  readonly cold: number[];
  readonly warm: number[];
}

/**
 * From the start of the navigation until the first row of data is drawn: in a new browser context, and again in the
 * same one. Pages alternate, so that other load affects all of them equally.
 */
export async function measureFirstData(browser: Browser, { url }: Stage, isQuick: boolean): Promise<void> {
  const pages = { 'an empty page': EMPTY, ...PAGES };
  const times = new Map<string, Times>();
  for (let round = 0; round < (isQuick ? 3 : 9); round++) {
    for (const [name, { path, first }] of Object.entries(pages)) {
      const { cold, warm } = times.get(name) ?? { cold: [], warm: [] };
      times.set(name, { cold, warm });
      const { context, page } = await openWindow(browser);
      cold.push(await seenAfter(page, `${url}${path}`, first));
      warm.push(await seenAfter(page, `${url}${path}`, first));
      await context.close();
    }
  }
  const base = times.get('an empty page');
  const rows = [...times].map(([name, { cold, warm }]) => [
    name,
    figure(median(cold), 0),
    figure(Math.max(...cold), 0),
    figure(median(cold) / median(base?.cold ?? []), 2),
    figure(median(warm), 0),
    figure(Math.max(...warm), 0),
    figure(median(warm) / median(base?.warm ?? []), 2),
    median(cold) < AIM_MS && median(warm) < AIM_MS ? 'met' : 'missed',
  ]);
  const head = ['first data, ms', 'cold', 'longest', '÷ empty', 'warm', 'longest', '÷ empty', `aim < ${AIM_MS} ms`];
  print(table(head, rows));
}

/** The compressed JavaScript loaded before the first data is shown, and the part that every page needs. */
export async function measureSize(browser: Browser, { url }: Stage): Promise<void> {
  const rows: string[][] = [];
  for (const [name, { path, first }] of Object.entries({ 'an empty page': EMPTY, ...PAGES })) {
    const { context, page } = await openWindow(browser);
    const scripts: Response[] = [];
    page.on('response', (response) => {
      if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.push(response);
    });
    await seenAfter(page, `${url}${path}`, first);
    const bodies = await Promise.all(scripts.map((response) => response.body()));
    const raw = bodies.reduce((sum, body) => sum + body.length, 0);
    const packed = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    rows.push([name, String(bodies.length), kilo(raw), kilo(packed), packed <= AIM_KB * 1_000 ? 'met' : 'missed']);
    await context.close();
  }
  print(table(['JavaScript until first data', 'files', 'kB', 'gzip kB', `aim ≤ ${AIM_KB} kB`], rows));
}

const kilo = (bytes: number): string => figure(bytes / 1_000, 0);

export function print(lines: readonly string[]): void {
  console.log(`${lines.map((line) => `  ${line}`).join('\n')}\n`);
}
