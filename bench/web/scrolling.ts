import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { figure, table } from '../gateway/report/table.ts';
import { openWindow, watchMemory, watchThread } from './browser.ts';
import { PAGES, print } from './first-data.ts';
import { type Frames, readFrames, restartFrames, seenAfter } from './probe.ts';
import { type Stage, TOOLS } from './stage.ts';

const AIM_FRAME_MS = 50;

/** Fast, steady scrolling: pixels and interval of one wheel turn. Moves 120 rows a second. */
const STEP = { px: 120, ms: 25 };
const ROW_PX = 40;
/** Waits for later loads, which are not measured. */
const SETTLE_MS = 2_000;

/** As tall as the list of calls, but with no content to render while scrolling. */
const PLAIN = `data:text/html,<!doctype html><title>plain</title><div style="height:400000px;background:repeating-linear-gradient(white 0 39px,grey 39px 40px)"></div>`;

/**
 * How smoothly long lists scroll, compared with a static page of the same height. Also prints the main thread's time
 * for each row, because frames are also late when the machine is busy.
 */
export async function measureScrolling(browser: Browser, stage: Stage, isQuick: boolean): Promise<void> {
  const far = isQuick ? 2_000 : 10_000;
  const lists = [
    { name: 'a plain page', url: PLAIN, first: 'div', rows: TOOLS },
    { name: 'tools', url: `${stage.url}${PAGES.tools.path}`, first: PAGES.tools.first, rows: TOOLS },
    { name: 'calls', url: `${stage.url}${PAGES.calls.path}`, first: PAGES.calls.first, rows: far },
  ];
  const lines: (readonly string[])[] = [];
  for (const { name, url, first, rows } of lists) {
    const { context, page } = await openWindow(browser);
    await seenAfter(page, url, first);
    await delay(SETTLE_MS);
    const busy = await watchThread(page);
    const before = await busy();
    const frames = await framesDuring(page, () => scroll(page, rows));
    const perRow = ((await busy()) - before) / rows;
    lines.push([...frameRow(`${name}, ${rows.toLocaleString('en')} rows`, frames), figure(perRow, 2)]);
    await context.close();
  }
  print(table([...FRAME_HEAD, 'CPU ms a row'], lines));
}

/** The memory of the list of calls: at first, after scrolling far, and while calls arrive. */
export async function measureMemory(browser: Browser, stage: Stage, isQuick: boolean): Promise<void> {
  const rowCount = isQuick ? 2_000 : 10_000;
  const calls = isQuick ? 400 : 2_000;
  const { context, page } = await openWindow(browser);
  await seenAfter(page, `${stage.url}${PAGES.calls.path}`, PAGES.calls.first);
  const held = await watchMemory(page);
  const rows: string[][] = [];
  const first = await held();
  const note = async (what: string): Promise<void> => {
    const { heapMiB, nodes } = await held();
    rows.push([what, figure(heapMiB, 1), figure(heapMiB / first.heapMiB, 2), String(nodes)]);
  };
  await note('after the first rows');
  await scroll(page, rowCount);
  await note(`after ${rowCount.toLocaleString('en')} rows`);
  await page.evaluate('scrollTo(0, 0)');
  for (const round of ['', ' more', ' more']) {
    await stage.call(calls, 4, 100);
    await delay(2_000);
    await note(`after ${calls.toLocaleString('en')}${round} calls came in`);
  }
  await context.close();
  print(table(['the list of calls holds', 'heap MiB', '÷ first', 'nodes'], rows));
}

export const FRAME_HEAD = [
  'frames, ms',
  'p50',
  'p95',
  'longest',
  `over ${AIM_FRAME_MS}`,
  'of',
  'longest long frame',
  `aim ≤ ${AIM_FRAME_MS} ms`,
];

export function frameRow(name: string, frames: Frames): readonly string[] {
  const { p50, p95, longest, over50, count, busiest } = frames;
  const figures = [p50, p95, longest].map((ms) => figure(ms, 1));
  const verdict = longest <= AIM_FRAME_MS ? 'met' : 'missed';
  return [name, ...figures, String(over50), String(count), busiest === 0 ? '–' : figure(busiest, 0), verdict];
}

async function framesDuring(page: Page, work: () => Promise<unknown>): Promise<Frames> {
  await restartFrames(page);
  await work();
  return await readFrames(page);
}

/** Turns the wheel until this number of rows has passed. Waits for rows that are still loading. */
async function scroll(page: Page, rows: number): Promise<void> {
  await page.mouse.move(700, 500);
  const goal = rows * ROW_PX - 900;
  const began = performance.now();
  for (let turned = 0, step = 1; turned < goal; step++) {
    await page.mouse.wheel(0, STEP.px);
    turned = step % 25 === 0 ? Number(await page.evaluate('scrollY')) : turned;
    await delay(Math.max(0, began + step * STEP.ms - performance.now()));
    if (step > (goal / STEP.px) * 3) throw new Error(`Only ${Math.round(turned / ROW_PX)} rows went by.`);
  }
}
