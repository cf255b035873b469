import { ENDLESS } from '../plan.ts';
import type { Program } from '../programs.ts';
import type { Driver } from '../targets/target.ts';

export interface StopSample {
  /** From resuming until the client knows that the program stopped; and, for other stops, until it knows where. */
  readonly that: readonly number[];
  readonly where: readonly number[];
}

/** Runs the program from breakpoint to breakpoint. */
export async function measureStops(driver: Driver, { lines }: Program, stops: number): Promise<StopSample> {
  const that: number[] = [];
  const where: number[] = [];
  await driver.launch(lines.adds, ENDLESS);
  for (let stop = 0; stop < stops; stop += 1) {
    const before = performance.now();
    await driver.resume();
    that.push(performance.now() - before);
    const between = performance.now();
    const line = await driver.resumeToLine();
    where.push(performance.now() - between);
    if (line !== lines.adds) throw new Error(`it stopped at line ${line}`);
  }
  const index = (await driver.variables()).get('index');
  if (index !== `${stops * 2}`) throw new Error(`after ${stops * 2} stops index was ${index}`);
  await driver.end();
  return { that, where };
}
