import type { Program } from '../programs.ts';
import type { Driver } from '../targets/target.ts';

/** The milliseconds of one exception of another type than an exception breakpoint is for; the program measures them. */
export async function measureThrows(driver: Driver, { throws }: Program, rounds: number): Promise<number | undefined> {
  return driver.passThrows?.(throws.file, throws.otherType, rounds);
}
