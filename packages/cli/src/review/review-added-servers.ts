import { serverListSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { hasPerson } from '../ask-person.ts';
import { type GatewayClient, openGateway } from '../gateway-client.ts';
import { type AskOptions, screenOf } from '../gateway-client-command.ts';
import { type Io, sleep } from '../io.ts';
import { shellWord } from '../text/shell-word.ts';
import { askAbout, getReview } from './review.ts';

/** A server that has to be downloaded first takes longer; it can be reviewed later. */
const TIMEOUT_MS = 15_000;
const PAUSE_MS = 200;

/**
 * The end of `import` and `servers add`: on a terminal reviews the added servers once they are ready; otherwise prints
 * the command for it.
 */
export async function reviewAddedServers(
  names: readonly string[],
  isRunning: boolean,
  options: AskOptions,
  io: Io,
): Promise<void> {
  const gateway = isRunning && hasPerson(io) ? await openGateway(options, io) : undefined;
  const ready = gateway?.ok ? await untilReady(names, gateway.value, io) : [];
  for (const name of ready) {
    const found = gateway?.ok ? await getReview(name, gateway.value) : undefined;
    if (gateway?.ok !== true || !found?.ok || found.value.waiting === 0) continue;
    const told = await askAbout([found.value], gateway.value, options, io);
    if (io.signal.aborted) return;
    const lines = told.ok ? told.value.lines(screenOf(options, io)) : [told.error.message];
    io.stdout.write(`${lines.join('\n')}\n`);
  }
  const later = names.filter((name) => !ready.includes(name));
  if (later.length === 0) return;
  const which = later.length === 1 ? ` ${shellWord(safeText(later[0] ?? ''))}` : '';
  io.stdout.write(`Its declared hints apply once you have reviewed them: toolmark review${which}\n`);
}

/** The ready servers, once all are ready or the time is up. */
async function untilReady(names: readonly string[], gateway: GatewayClient, io: Io): Promise<readonly string[]> {
  let ready: readonly string[] = [];
  for (let waited = 0; waited <= TIMEOUT_MS && !io.signal.aborted; waited += PAUSE_MS) {
    const answer = await gateway.request('GET', '/servers', serverListSchema, { patienceMs: TIMEOUT_MS });
    const servers = answer.ok ? answer.value.value.servers.filter(({ name }) => names.includes(name)) : [];
    ready = servers.filter(({ state }) => state === 'ready').map(({ name }) => name);
    const isOver = servers.length === names.length && servers.every(({ state }) => state !== 'connecting');
    if (isOver) return ready;
    await sleep(PAUSE_MS, io);
  }
  return ready;
}
