import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../statistics.ts';
import { ATTACKS, type Attack } from './attacks.ts';
import { CONNECTION_ATTACKS } from './connections.ts';
import { openTestbed, type Testbed } from './testbed.ts';

/** How an attack of one size delayed the callers of another server, in milliseconds. */
export interface Stalled {
  readonly n: number;
  /** The slowest small call: the median of the rounds. */
  readonly slowest: number;
  /** The longest uninterrupted CPU time of the gateway's main thread: the median of the rounds. */
  readonly stretch: number;
  /** From the first byte of the attack to the end of its answer. */
  readonly took: number;
  /** The result of the attack. */
  readonly outcome: string;
}

export interface HostileRow extends Pick<Attack, 'kind' | 'shape'> {
  readonly sizes: readonly Stalled[];
}

export interface HostileResults {
  readonly load: readonly number[];
  readonly rounds: number;
  /** The same without an attack: the noise of the machine. */
  readonly quiet: { readonly slowest: number; readonly stretch: number };
  readonly rows: readonly HostileRow[];
}

/** Work after the answer, such as recording it, belongs to the attack. */
const AFTERMATH_MS = 300;
const QUIET_MS = 1_000;

export interface HostilePlan {
  readonly rounds: number;
  /** Whether to include sizes far above the limits. */
  readonly isFull: boolean;
}

export async function measureHostile(
  plan: HostilePlan,
  load: readonly number[],
  folder: string,
): Promise<HostileResults> {
  let testbed = await openTestbed(`${folder}/0`);
  let houses = 1;
  const once = async (work: () => Promise<string>): Promise<Omit<Stalled, 'n'>> => {
    try {
      return await meanwhile(testbed, work);
    } catch (error) {
      // The gateway hangs or has crashed.
      await testbed.end();
      testbed = await openTestbed(`${folder}/${houses++}`);
      return { slowest: Number.NaN, stretch: Number.NaN, took: Number.NaN, outcome: `gateway lost: ${String(error)}` };
    }
  };
  try {
    const quiet = await once(() => sleep(QUIET_MS, ''));
    const rows: HostileRow[] = [];
    for (const { kind, shape, sizes, run } of [...ATTACKS, ...CONNECTION_ATTACKS]) {
      console.error(`  … ${kind}: ${shape}`);
      const stalled: Stalled[] = [];
      for (const n of plan.isFull ? sizes : sizes.slice(0, 2)) {
        const rounds = [];
        for (let round = 0; round < plan.rounds; round++) rounds.push(await once(() => run(testbed, n)));
        stalled.push({ n, ...typical(rounds) });
      }
      rows.push({ kind, shape, sizes: stalled });
    }
    return { load, rounds: plan.rounds, quiet, rows };
  } finally {
    await testbed.end();
  }
}

/** Runs the work, and measures small calls meanwhile. Fails if they get no answer. */
async function meanwhile({ probe, meter }: Testbed, work: () => Promise<string>): Promise<Omit<Stalled, 'n'>> {
  probe.begin();
  await meter();
  const begin = performance.now();
  // A connection closed during a long body, or a list that is never accepted, counts as rejected; the gateway may still
  // be well.
  const outcome = await work().then(answerOutcome, (error: unknown) => `refused: ${String(error)}`);
  const took = performance.now() - begin;
  await sleep(AFTERMATH_MS);
  const stretch = await meter();
  const { slowest } = await probe.end();
  return { slowest, stretch, took, outcome };
}

function typical(rounds: readonly Omit<Stalled, 'n'>[]): Omit<Stalled, 'n'> {
  const of = (pick: (round: Omit<Stalled, 'n'>) => number): number => median(rounds.map(pick));
  return {
    slowest: of(({ slowest }) => slowest),
    stretch: of(({ stretch }) => stretch),
    took: of(({ took }) => took),
    outcome: rounds.at(-1)?.outcome ?? '',
  };
}

/** `taken`, or the error message. */
function answerOutcome(answer: string): string {
  const message = /"error":\{"code":-?\d+,"message":"([^"]{0,80})/.exec(answer)?.[1];
  // Errors of the hostile server itself are passed through.
  return message === undefined || message === 'no' ? 'taken' : message;
}
