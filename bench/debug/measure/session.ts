import type { Connection, Traffic } from '../connection.ts';
import { ENDLESS, LINES_OF_LOOP, STEPS } from '../plan.ts';
import type { Program } from '../programs.ts';
import type { Driver } from '../targets/target.ts';

/** One session in milliseconds. */
export interface SessionSample {
  /** From the first call until the client knows that the program stopped at the breakpoint. */
  readonly launch: number;
  /** Each step over a line, and each read of the local variables. */
  readonly steps: readonly number[];
  readonly reads: readonly number[];
  readonly end: number;
  readonly whole: number;
  readonly spent: Traffic;
}

/** Launches, runs to a breakpoint, steps twenty times with a read of the variables each time, and ends the program. */
export async function measureSession(
  connection: Connection,
  driver: Driver,
  { lines }: Program,
): Promise<SessionSample> {
  const steps: number[] = [];
  const reads: number[] = [];
  connection.takeTraffic();
  const began = performance.now();
  await driver.launch(lines.first, ENDLESS);
  const launched = performance.now();
  let line = lines.first;
  let variables: ReadonlyMap<string, string> = new Map();
  for (let step = 0; step < STEPS; step += 1) {
    const before = performance.now();
    line = await driver.step();
    const stepped = performance.now();
    variables = await driver.variables();
    steps.push(stepped - before);
    reads.push(performance.now() - stepped);
  }
  const endStartedAt = performance.now();
  await driver.end();
  const ended = performance.now();
  const spent = connection.takeTraffic();
  // A wrong result must not count as fast.
  const index = variables.get('index');
  if (line !== lines.first || index !== `${STEPS / LINES_OF_LOOP}`) {
    throw new Error(`after ${STEPS} steps it stood at line ${line} with index ${index}`);
  }
  return { launch: launched - began, steps, reads, end: ended - endStartedAt, whole: ended - began, spent };
}
