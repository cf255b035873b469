import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { table } from '../gateway/report/table.ts';
import { openWindow } from './browser.ts';
import { PAGES, print } from './first-data.ts';
import { readFrames, restartFrames, seenAfter } from './probe.ts';
import { FRAME_HEAD, frameRow } from './scrolling.ts';
import type { Stage } from './stage.ts';

/** The empty page is the baseline: it receives the same events, and shows none. */
const OPEN = { 'an empty page': '/no-such-page', dashboard: PAGES.dashboard.path, calls: PAGES.calls.path };
const AFTERWARDS_MS = 3_000;

/** Measures many concurrent calls while pages that show them are open. */
export async function measureBurst(browser: Browser, stage: Stage, isQuick: boolean): Promise<void> {
  const calls = isQuick ? 200 : 1_000;
  const pages = new Map<string, Page>();
  const contexts = [];
  for (const [name, path] of Object.entries(OPEN)) {
    const { context, page } = await openWindow(browser);
    contexts.push(context);
    await seenAfter(page, `${stage.url}${path}`, name === 'calls' ? PAGES.calls.first : 'h1');
    pages.set(name, page);
  }
  await delay(AFTERWARDS_MS);
  await Promise.all([...pages.values()].map(restartFrames));
  await stage.call(calls, 32);
  await delay(AFTERWARDS_MS);
  const rows: (readonly string[])[] = [];
  for (const [name, page] of pages) rows.push(frameRow(name, await readFrames(page)));
  await Promise.all(contexts.map((context) => context.close()));
  print([`${calls.toLocaleString('en')} calls at once, 32 at a time:`, ...table(FRAME_HEAD, rows)]);
}
