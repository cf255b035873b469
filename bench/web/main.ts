import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../../e2e/support/launch-chromium.ts';
import { endAll } from '../gateway/processes.ts';
import { measureBurst } from './burst.ts';
import { measureFirstData, measureSize } from './first-data.ts';
import { measureMemory, measureScrolling } from './scrolling.ts';
import { createStage, TOOLS } from './stage.ts';

/**
 * `web [--quick] [--only size|first|scroll|memory|burst]`: measures the page in a real browser, on a gateway with 1,000
 * tools and 100,000 recorded calls.
 */
export async function webBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  const { quick, only } = values;
  const isWanted = (part: string): boolean => only === undefined || only === part;
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-bench-web-'));
  const calls = quick ? 20_000 : 100_000;
  const browser = await launchChromium(['--enable-precise-memory-info']);
  const interrupt = (): void => {
    void Promise.all([endAll(), browser.close()]).then(() => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(130);
    });
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const stage = await createStage(folder, calls);
    console.log(
      `  ${TOOLS.toLocaleString('en')} tools, ${calls.toLocaleString('en')} calls, Chromium ${browser.version()}\n`,
    );
    if (isWanted('size')) await measureSize(browser, stage);
    if (isWanted('first')) await measureFirstData(browser, stage, quick);
    if (isWanted('scroll')) await measureScrolling(browser, stage, quick);
    if (isWanted('memory')) await measureMemory(browser, stage, quick);
    if (isWanted('burst')) await measureBurst(browser, stage, quick);
    await stage.end();
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await browser.close();
    await endAll();
    rmSync(folder, { recursive: true, force: true });
  }
}
