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
  const before = performance.now();
  const reports = await driver.runUntilReported(`seen ${hits - 1}`);
  const seconds = (performance.now() - before) / 1_000;
  await driver.end();
  const received = new Set(reports).size;
  return { perSecond: received / seconds, received, hits };
}
