import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callEcho, listTools } from '../load/operations.ts';
import type { RawClient } from '../load/raw-client.ts';
import { errorReason, untilItWorks } from '../measure/fleet.ts';
import { residentMemory } from '../process-usage.ts';
import { figure, table } from '../report/table.ts';
import type { Running, Target, Upstream } from '../targets/target.ts';

const READY_DEADLINE_MS = 30_000;
/** Long enough for threads without work to end, and for free memory to be returned. */
const REST_MS = 75_000;
const CALLS = 9_600;
const CONCURRENCY = 16;
const CLIENTS = 200;
/** Connecting clients one by one would take long, all at once would measure the backlog. */
const CLIENTS_AT_ONCE = 20;

/** One server with few tools, and one with many. */
export interface FootprintUpstreams {
  readonly small: Upstream;
  readonly large: Upstream;
}

/** `gateway --only memory`: the resident memory of each gateway process in MiB, through a short version of a working day. */
export async function footprintBench(
  targets: readonly Target[],
  upstreams: FootprintUpstreams,
  folder: string,
): Promise<void> {
  const rows: string[][] = [];
  for (const target of targets.filter(({ speaks }) => speaks !== 'stdio')) {
    console.error(`  … ${target.name}`);
    const figures = [
      ...(await tryWith(target, upstreams.small, folder, underLoad)),
      ...(await tryWith(target, upstreams.large, folder, withManyTools)),
      ...(await tryWith(target, upstreams.small, folder, withManyClients)),
    ];
    rows.push([target.name, ...figures]);
  }
  const head = ['', 'idle', `after ${CALLS} calls`, '75 s later', '1,000 tools', `${CLIENTS} clients`];
  console.log(['Resident memory, MiB', ...table(head, rows).map((line) => `  ${line}`)].join('\n'));
}

/** Idle with one server, right after the calls, and after a rest. */
async function underLoad(target: Target, running: Running, server: string): Promise<readonly number[]> {
  const client = await untilItWorks(running, READY_DEADLINE_MS, () => connect(target, running));
  const echo = target.toolName(server, 'echo');
  await untilItWorks(running, READY_DEADLINE_MS, () => callEcho(client, echo));
  await sleep(REST_MS);
  const idle = memoryOf(running);
  for (let done = 0; done < CALLS; done += CONCURRENCY)
    await Promise.all(Array.from({ length: CONCURRENCY }, () => callEcho(client, echo)));
  const busy = memoryOf(running);
  await sleep(REST_MS);
  const rested = memoryOf(running);
  await client.close();
  return [idle, busy, rested];
}

/** With a server of 1,000 tools, right after they were listed. */
async function withManyTools(target: Target, running: Running): Promise<readonly number[]> {
  const client = await untilItWorks(running, READY_DEADLINE_MS, () => connect(target, running));
  await untilItWorks(running, READY_DEADLINE_MS, async () => {
    const { tools } = await listTools(client);
    if (tools < 1_000) throw new Error(`lists ${tools} of 1,000 tools`);
  });
  const memory = memoryOf(running);
  await client.close();
  return [memory];
}

/** With clients that are connected, have listed the tools and called one, and do nothing more. */
async function withManyClients(target: Target, running: Running, server: string): Promise<readonly number[]> {
  const clients: RawClient[] = [];
  const echo = target.toolName(server, 'echo');
  const add = async (): Promise<void> => {
    const client = await untilItWorks(running, READY_DEADLINE_MS, () => connect(target, running));
    clients.push(client);
    await listTools(client);
    await untilItWorks(running, READY_DEADLINE_MS, () => callEcho(client, echo));
  };
  while (clients.length < CLIENTS) await Promise.all(Array.from({ length: CLIENTS_AT_ONCE }, add));
  const memory = memoryOf(running);
  await Promise.all(clients.map((client) => client.close()));
  return [memory];
}

type Phase = (target: Target, running: Running, server: string) => Promise<readonly number[]>;

async function tryWith(target: Target, upstream: Upstream, folder: string, phase: Phase): Promise<readonly string[]> {
  let running: Running | undefined;
  try {
    running = await target.start({ upstreams: [upstream], folder: await mkdtemp(join(folder, 'target-')) });
    return (await phase(target, running, upstream.name)).map((memory) => figure(memory, 0));
  } catch (error) {
    console.error(`${target.name}: ${errorReason(error)}`);
    return phase === underLoad ? ['–', '–', '–'] : ['–'];
  } finally {
    await running?.end();
  }
}

/** The legacy era, which every target speaks and which has sessions. */
const connect = (target: Target, running: Running): Promise<RawClient> => running.connect(target.eras[0] ?? 'legacy');

const memoryOf = ({ pid }: Running): number => residentMemory(pid) ?? Number.NaN;
