import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { PROBE } from './probe.ts';

/** A new browser context, and a page in it that measures its own frames. */
export async function openWindow(browser: Browser): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.addInitScript({ content: PROBE });
  return { context, page };
}

/** The memory of a page after garbage collection. */
export interface Held {
  readonly heapMiB: number;
  readonly nodes: number;
}

/** Measures the memory of a page repeatedly. */
export async function watchMemory(page: Page): Promise<() => Promise<Held>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  return async () => {
    // Twice, because objects freed in the first pass may have held others.
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes } = await session.send('Memory.getDOMCounters');
    return { heapMiB: usedSize / 2 ** 20, nodes };
  };
}

/**
 * The milliseconds for which the main thread of a page was busy; unlike wall-clock time, independent of other programs.
 */
export async function watchThread(page: Page): Promise<() => Promise<number>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
}
