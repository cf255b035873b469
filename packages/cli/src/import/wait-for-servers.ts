import { serverListSchema } from '@toolmark/api-contract';
import { type GatewayAddress, openGateway } from '../gateway-client.ts';
import { type Io, sleep } from '../io.ts';

/** A gateway checks its config at least this often. */
const TIMEOUT_MS = 6_000;
const PAUSE_MS = 100;

/** Waits until the running gateway has applied the config, and returns whether it has these servers. */
export async function waitForServers(names: readonly string[], address: GatewayAddress, io: Io): Promise<boolean> {
  const gateway = await openGateway(address, io);
  if (!gateway.ok) return false;
  for (let waited = 0; waited <= TIMEOUT_MS && !io.signal.aborted; waited += PAUSE_MS) {
    const answer = await gateway.value.request('GET', '/servers', serverListSchema, { patienceMs: TIMEOUT_MS });
    const there = answer.ok ? answer.value.value.servers.map(({ name }) => name) : [];
    if (names.every((name) => there.includes(name))) return true;
    await sleep(PAUSE_MS, io);
  }
  return false;
}
