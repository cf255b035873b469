import type { Connection, Spent } from '../connection.ts';
import { ENDLESS, LINES_OF_LOOP, STEPS } from '../plan.ts';
import type { Program } from '../programs.ts';
import type { Driver } from '../targets/target.ts';

/** Milliseconds of one session. */
export interface SessionSample {
  /** From the first call until it is known that the program stands at the breakpoint. */
  readonly launch: number;
  /** Each step over a line, and each reading of the local variables. */
  readonly steps: readonly number[];
  readonly reads: readonly number[];
  readonly end: number;
  readonly whole: number;
  readonly spent: Spent;
}

/** Launches, runs to a breakpoint, steps twenty times and reads the variables each time, and ends it. */
export async function measureSession(
  connection: Connection,
  driver: Driver,
  { lines }: Program,
): Promise<SessionSample> {
  const steps: number[] = [];
  const reads: number[] = [];
  connection.spent();
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
  const ending = performance.now();
  await driver.end();
  const ended = performance.now();
  const spent = connection.spent();
  // What went wrong must not count as quick.
  const index = variables.get('index');
  if (line !== lines.first || index !== `${STEPS / LINES_OF_LOOP}`) {
    throw new Error(`after ${STEPS} steps it stood at line ${line} with index ${index}`);
  }
  return { launch: launched - began, steps, reads, end: ended - ending, whole: ended - began, spent };
}
