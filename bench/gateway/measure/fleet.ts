import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../deadline.ts';
import type { Era, RawClient } from '../load/raw-client.ts';
import type { Running, Target, Upstream } from '../targets/target.ts';

/** Long enough for fifty servers on a busy machine. */
const READY_DEADLINE_MS = 30_000;
/** The retry interval, which is the precision of the time to the first call. */
const RETRY_AFTER_MS = 5;
/** With less time left, another attempt would only replace the real error by a timeout. */
const LAST_TRY_MS = 100;

/** One target in one era, ready to be measured. */
export interface Lane {
  readonly target: Target;
  readonly era: Era;
  readonly pid: number;
  readonly client: RawClient;
}

/** A target that could not be measured, with the reason. */
export interface Failure {
  readonly target: string;
  readonly reason: string;
}

export interface Fleet {
  readonly lanes: readonly Lane[];
  readonly failures: readonly Failure[];
  end(): Promise<void>;
}

/**
 * Starts every target with the same upstreams and connects in every supported era; failed starts are reported, not
 * thrown.
 */
export async function startFleet(
  targets: readonly Target[],
  upstreams: readonly Upstream[],
  folder: string,
  isReady: (lane: Lane) => Promise<void>,
): Promise<Fleet> {
  const running: Running[] = [];
  const lanes: Lane[] = [];
  const failures: Failure[] = [];
  for (const target of targets) {
    let started: Running | undefined;
    try {
      started = await target.start({ upstreams, folder: await mkdtemp(join(folder, 'target-')) });
      lanes.push(...(await connectAll(target, started, isReady)));
      running.push(started);
    } catch (error) {
      failures.push({ target: target.name, reason: errorReason(error) });
      // End it: it would otherwise keep retrying during the other measurements.
      await started?.end();
    }
  }
  return {
    lanes,
    failures,
    end: async () => {
      await Promise.all(running.map((each) => each.end()));
      await Promise.all(lanes.map(({ client }) => client.close()));
    },
  };
}

async function connectAll(
  target: Target,
  running: Running,
  isReady: (lane: Lane) => Promise<void>,
): Promise<readonly Lane[]> {
  const lanes: Lane[] = [];
  for (const era of target.eras) {
    const client = await untilItWorks(running, READY_DEADLINE_MS, () => running.connect(era));
    const lane = { target, era, pid: running.pid, client };
    await untilItWorks(running, READY_DEADLINE_MS, () => isReady(lane));
    lanes.push(lane);
  }
  return lanes;
}

/** Retries until it succeeds. At the deadline it throws the last error, and if the process exits, its last output. */
export async function untilItWorks<T>({ exited }: Running, deadlineMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  let gone: string | undefined;
  void exited.then((how) => {
    gone = how;
  });
  for (;;) {
    try {
      return await within(deadline - performance.now(), 'an answer', work());
    } catch (error) {
      if (gone !== undefined) throw new Error(gone);
      if (performance.now() + LAST_TRY_MS > deadline)
        throw new Error(`not within ${deadlineMs / 1_000} s: ${errorReason(error)}`);
      await sleep(RETRY_AFTER_MS);
    }
  }
}

export function errorReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ').slice(0, 300);
}
