import type { Program } from '../programs.ts';
import type { Driver } from '../targets/target.ts';

export interface TraceSample {
  /** Reports that were received, of so many that were to come, and how many that is in a second. */
  readonly perSecond: number;
  readonly received: number;
  readonly hits: number;
}

/** Lets it run past a tracepoint until the last report is with the client. */
export async function measureTraces(driver: Driver, { lines }: Program, hits: number): Promise<TraceSample> {
  await driver.launch(lines.begin, hits);
  await driver.trace(lines.adds, 'seen {index}');
  // A program that ends takes reports with it that are still on their way.
  await driver.hold(lines.end);
  const before = performance.now();
  const { texts, newestAt } = await driver.runUntilReported(`seen ${hits - 1}`);
  await driver.end();
  const received = new Set(texts).size;
  if (received === 0) throw new Error('no report came');
  return { perSecond: received / ((newestAt - before) / 1_000), received, hits };
}
