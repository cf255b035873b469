import { quantile } from '../statistics.ts';

export interface Load {
  readonly calls: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/**
 * Repeats an operation for a while with the given concurrency; latencies in milliseconds. Stops at the first failure.
 */
export async function runLoad(concurrency: number, durationMs: number, work: () => Promise<void>): Promise<Load> {
  const latencies: number[] = [];
  const begin = performance.now();
  let failed = false;
  const worker = async (): Promise<void> => {
    let now = performance.now();
    while (!failed && now - begin < durationMs) {
      const sent = now;
      try {
        await work();
      } catch (error) {
        failed = true;
        throw error;
      }
      now = performance.now();
      latencies.push(now - sent);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const seconds = (performance.now() - begin) / 1_000;
  return {
    calls: latencies.length,
    perSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}
