import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { callEcho } from '../load/operations.ts';
import type { RawClient } from '../load/raw-client.ts';
import type { Running, Target, Upstream } from '../targets/target.ts';
import { errorReason, type Failure, untilItWorks } from './fleet.ts';

/** A slower start counts as a failure. */
const FIRST_CALL_DEADLINE_MS = 15_000;

interface StartRow {
  readonly target: string;
  readonly role: Target['role'];
  /** Whether a server that never answers is configured besides the fast one. */
  readonly besideSilent: boolean;
  /** Milliseconds from starting the process until it accepts connections, and until the first successful call. */
  readonly accepts: readonly (number | undefined)[];
  readonly firstCall: readonly number[];
}

export interface StartResults {
  readonly rows: readonly StartRow[];
  readonly failures: readonly Failure[];
}

/**
 * Measures from the process start to the first successful call, alternately; gateways for several servers also with a
 * silent one.
 */
export async function measureStarts(
  targets: readonly Target[],
  fast: Upstream,
  silent: Upstream,
  times: number,
  folder: string,
): Promise<StartResults> {
  const able = targets.filter((target) => target.upstreams.includes(fast.kind));
  const candidates = [
    ...able.map((target) => ({ target, besideSilent: false })),
    ...able.filter((target) => target.aggregates).map((target) => ({ target, besideSilent: true })),
  ].map((each) => ({ ...each, accepts: [] as (number | undefined)[], firstCall: [] as number[] }));
  const failed = new Map<(typeof candidates)[number], string>();
  for (let turn = 0; turn < times; turn++) {
    for (const candidate of candidates) {
      if (failed.has(candidate)) continue;
      const upstreams = candidate.besideSilent ? [silent, fast] : [fast];
      try {
        const { accepts, firstCall } = await startOnce(candidate.target, upstreams, fast.name, folder);
        candidate.accepts.push(accepts);
        candidate.firstCall.push(firstCall);
      } catch (error) {
        failed.set(candidate, errorReason(error));
      }
    }
  }
  const describe = ({ target, besideSilent }: (typeof candidates)[number]): string =>
    besideSilent ? `${target.name}, beside a silent server` : target.name;
  return {
    rows: candidates
      .filter((each) => !failed.has(each))
      .map(({ target, ...rest }) => ({ target: target.name, role: target.role, ...rest })),
    failures: [...failed].map(([candidate, reason]) => ({ target: describe(candidate), reason })),
  };
}

async function startOnce(
  target: Target,
  upstreams: readonly Upstream[],
  server: string,
  folder: string,
): Promise<{ readonly accepts: number | undefined; readonly firstCall: number }> {
  const running = await target.start({ upstreams, folder: await mkdtemp(join(folder, 'start-')) });
  try {
    const client = await untilItWorks(running, FIRST_CALL_DEADLINE_MS, () => running.connect('legacy'));
    await untilItWorks(running, FIRST_CALL_DEADLINE_MS, () => callEcho(client, target.toolName(server, 'echo')));
    const firstCall = performance.now() - running.spawnedAt;
    await endWith(running, client);
    const accepts = running.acceptsAt === undefined ? undefined : running.acceptsAt - running.spawnedAt;
    return { accepts, firstCall };
  } catch (error) {
    await running.end();
    throw error;
  }
}

/** End the gateway first: a peer may fail on a disconnecting client, which is not measured. */
async function endWith(running: Running, client: RawClient): Promise<void> {
  await running.end();
  await client.close();
}
