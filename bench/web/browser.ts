import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { PROBE } from './probe.ts';

/** A window that nobody has used before, and a page in it that watches its own frames. */
export async function openWindow(browser: Browser): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.addInitScript({ content: PROBE });
  return { context, page };
}

/** What a page holds once everything that nobody needs any more is thrown away. */
export interface Held {
  readonly heapMiB: number;
  readonly nodes: number;
}

/** Asks again and again what a page holds. */
export async function watchMemory(page: Page): Promise<() => Promise<Held>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  return async () => {
    // Twice, since what the first round lets go may have held something else.
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes } = await session.send('Memory.getDOMCounters');
    return { heapMiB: usedSize / 2 ** 20, nodes };
  };
}

/** Milliseconds for which the main thread of a page was really busy: unlike the time on the clock, other programs do not lengthen it. */
export async function watchThread(page: Page): Promise<() => Promise<number>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
}
