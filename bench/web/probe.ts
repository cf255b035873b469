import type { Page } from 'playwright-core';
import { quantile } from '../gateway/statistics.ts';

/**
 * Runs in every page before its own code: records when elements first appear, and the duration of frames. A string,
 * because it uses browser APIs that are not typed here.
 */
export const PROBE = `(() => {
  const isSeen = (selector) => {
    const element = document.querySelector(selector);
    if (element === null) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0;
  };
  let frames = [];
  let slow = [];
  let last;
  const tick = (now) => {
    if (last !== undefined) frames.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  new PerformanceObserver((list) => {
    for (const { duration, blockingDuration } of list.getEntries()) slow.push({ duration, blockingDuration });
  }).observe({ type: 'long-animation-frame', buffered: true });
  globalThis.probe = {
    seen: (selector) => new Promise((resolve) => {
      const look = () => {
        if (!isSeen(selector)) return requestAnimationFrame(look);
        // The frame that draws the element starts now, and ends when the next frame starts.
        requestAnimationFrame(() => resolve(performance.now()));
      };
      look();
    }),
    restart: () => { frames = []; slow = []; last = undefined; },
    read: () => ({ frames, slow }),
  };
})()`;

/** The intervals between frames over a while, and the browser's own report of long ones. */
export interface Frames {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
  readonly over50: number;
  /** The longest delay of a frame by the page's own work, from Long Animation Frames; 0 if none took 50 ms. */
  readonly busiest: number;
}

export async function restartFrames(page: Page): Promise<void> {
  await page.evaluate('probe.restart()');
}

export async function readFrames(page: Page): Promise<Frames> {
  const { frames, slow } = (await page.evaluate('probe.read()')) as {
    readonly frames: readonly number[];
    readonly slow: readonly { readonly duration: number }[];
  };
  return {
    count: frames.length,
    p50: quantile(frames, 0.5),
    p95: quantile(frames, 0.95),
    longest: Math.max(0, ...frames),
    over50: frames.filter((ms) => ms > 50).length,
    busiest: Math.max(0, ...slow.map(({ duration }) => duration)),
  };
}

/** Milliseconds from the start of a navigation until an element appears. */
export async function seenAfter(page: Page, url: string, selector: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  return Number(await page.evaluate(`probe.seen(${JSON.stringify(selector)})`));
}
