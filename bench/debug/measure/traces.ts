import type { Program } from '../programs.ts';
import type { Driver } from '../targets/target.ts';

export interface TraceSample {
  /** The received and the expected number of reports, and the reports per second. */
  readonly perSecond: number;
  readonly received: number;
  readonly hits: number;
}

/** Runs past a tracepoint until the client has the last report. */
export async function measureTraces(driver: Driver, { lines }: Program, hits: number): Promise<TraceSample> {
  await driver.launch(lines.begin, hits);
  await driver.trace(lines.adds, 'seen {index}');
  // Stop before the end, because an exiting program loses pending reports.
  await driver.setBreakpoint(lines.end);
  const before = performance.now();
  const { texts, newestAt } = await driver.runUntilReported(`seen ${hits - 1}`);
  await driver.end();
  const received = new Set(texts).size;
  if (received === 0) throw new Error('no report came');
  return { perSecond: received / ((newestAt - before) / 1_000), received, hits };
}
