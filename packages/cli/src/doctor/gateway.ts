import {
  type GatewayStatus,
  gatewayStatusSchema,
  passkeyListSchema,
  type Server,
  serverListSchema,
} from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { addressOptions, findGateway } from '../find-gateway.ts';
import { createClient, type GatewayClient, type Refusal } from '../gateway-client.ts';
import type { AskOptions } from '../gateway-client-command.ts';
import type { Io } from '../io.ts';
import { plural, toCount, toLocalAndAgo, toSize } from '../text/amounts.ts';
import type { Check } from './check.ts';
import type { Commands } from './commands.ts';
import { toProblemAndFix } from './record-problem.ts';

/** The result of asking the gateway. */
export interface CheckedGateway {
  readonly checks: readonly Check[];
  /** `undefined` if none is running or reachable. */
  readonly running:
    | { readonly origin: string; readonly client: GatewayClient; readonly configFile: string; readonly isOpen: boolean }
    | undefined;
  /** Whether the gateway reported the state of its record. */
  readonly hasToldRecord: boolean;
}

/** Checks whether a gateway runs, answers, has this version, and what it reports about itself. */
export async function checkGateway(options: AskOptions, io: Io): Promise<CheckedGateway> {
  const name = 'gateway';
  const found = await findGateway(options, io);
  if (!found.ok) {
    const none = found.error;
    const { message } = none;
    const check: Check =
      none.kind === 'absent'
        ? { name, state: 'warning', message, fix: none.start }
        : { name, state: 'problem', message, ...(none.fix === undefined ? {} : { fix: none.fix }) };
    return { checks: [check], running: undefined, hasToldRecord: false };
  }
  const client = createClient(found.value, io);
  const status = await client.request('GET', '/status', gatewayStatusSchema);
  const { origin } = client;
  if (!status.ok) return { checks: [toRefused(origin, status.error)], running: undefined, hasToldRecord: false };
  const stranger = createClient({ ...found.value, token: undefined }, io);
  const isOpen = (await stranger.request('GET', '/status', gatewayStatusSchema)).ok;
  return {
    checks: [toRunning(origin, status.value.value, io), ...toStatusChecks(status.value.value, addressOptions(options))],
    running: { origin, client, configFile: status.value.value.config_file, isOpen },
    hasToldRecord: true,
  };
}

function toRefused(origin: string, { status, message }: Refusal): Check {
  const name = 'gateway';
  if (status === 404) {
    const fix = 'Stop it and start it again with this version.';
    return { name, state: 'problem', message: `The one at ${origin} is older and does not report its state.`, fix };
  }
  const fix =
    status === undefined ? {} : { fix: 'Is this the data folder of that gateway? Set the right one with --data.' };
  return { name, state: 'problem', message, ...fix };
}

function toRunning(origin: string, { version, started_at: at }: GatewayStatus, io: Io): Check {
  const name = 'gateway';
  const since = `${origin}, version ${safeText(version)}, since ${toLocalAndAgo(at, io.now())}`;
  if (version === io.version) return { name, state: 'ok', message: since };
  const message = `${since}; this command line is version ${io.version}.`;
  return { name, state: 'warning', message, fix: 'Stop it and start it again, so that both have the same version.' };
}

/**
 * @param to the options for the same gateway
 * @param to the options that lead to the same gateway
 */
function toStatusChecks(status: GatewayStatus, to: string): readonly Check[] {
  const { config_problem: problem, config_file: file, passkey_problem: passkeys, record } = status;
  const inUse: readonly Check[] =
    problem === null
      ? []
      : [
          {
            name: 'gateway',
            state: 'problem',
            message: safeText(`It keeps using an older config: ${problem}`),
            fix: `Correct ${safeText(file)}`,
          },
        ];
  const size = record.size_bytes === null ? '' : ` (${toSize(record.size_bytes)})`;
  const name = 'record';
  const state: Check =
    record.state === 'failing'
      ? { name, state: 'problem', ...toProblemAndFix(record.problem ?? 'It cannot be written.', record.place ?? '') }
      : record.state === 'off'
        ? { name, state: 'warning', message: 'Calls are not recorded.', fix: 'Set record.enabled in the config.' }
        : { name, state: 'ok', message: safeText(`${record.place ?? 'kept'}${size}`) };
  const lost: readonly Check[] =
    record.lost_calls === 0
      ? []
      : [
          {
            name,
            state: 'warning',
            message: `${plural(record.lost_calls, 'call')} could not be recorded since the gateway was started.`,
          },
        ];
  const keys: readonly Check[] =
    passkeys === null ? [] : [{ name: 'passkeys', state: 'problem', message: safeText(passkeys) }];
  return [...inUse, state, ...lost, ...keys, ...toWaiting(status, to)];
}

/** Pending approvals, held tools and reviews. */
function toWaiting(status: GatewayStatus, to: string): readonly Check[] {
  const { approvals_pending: pending, held_tools: held, unreviewed_tools: unreviewed } = status;
  const approvals: Check = {
    name: 'approvals',
    state: 'warning',
    message: pending === 1 ? '1 call waits for approval.' : `${toCount(pending)} calls wait for approval.`,
    fix: `toolmark approvals${to}`,
  };
  const tools: Check = {
    name: 'tools',
    state: 'warning',
    message: `${plural(held, 'tool')} ${held === 1 ? 'is' : 'are'} held until you accept ${held === 1 ? 'it' : 'them'}.`,
    fix: `toolmark tools --held${to}`,
  };
  const review: Check = {
    name: 'review',
    state: 'warning',
    message: `${plural(unreviewed, 'tool')} ${unreviewed === 1 ? 'has' : 'have'} unreviewed hints; calls ask until you accept them.`,
    fix: `toolmark review${to}`,
  };
  return [...(pending > 0 ? [approvals] : []), ...(held > 0 ? [tools] : []), ...(unreviewed > 0 ? [review] : [])];
}

/** The passkeys that can approve; nothing if there are none or the gateway does not report them. */
export async function checkPasskeys(client: GatewayClient, io: Pick<Io, 'now'>): Promise<readonly Check[]> {
  const answer = await client.request('GET', '/passkeys', passkeyListSchema);
  const passkeys = answer.ok ? answer.value.value.passkeys : [];
  if (passkeys.length === 0) return [];
  const keys = passkeys.map(({ name, last_used_at: at }) => {
    const used = at === null ? 'never used' : `last used ${toLocalAndAgo(at, io.now())}`;
    return `${safeText(name)} (${used})`;
  });
  return [
    { name: 'passkeys', state: 'ok', message: `${plural(keys.length, 'passkey')} can approve: ${keys.join(', ')}` },
  ];
}

/** Each server: ready or why not, and how complete its hints are. */
export async function checkServers(
  client: GatewayClient,
  configFile: string,
  commands: Commands,
): Promise<readonly Check[]> {
  const answer = await client.request('GET', '/servers', serverListSchema);
  if (!answer.ok) return [{ name: 'servers', state: 'problem', message: answer.error.message }];
  return answer.value.value.servers.map((server) => toServerCheck(server, configFile, commands));
}

function toServerCheck({ name: of, state, reason, coverage }: Server, configFile: string, commands: Commands): Check {
  const name = `server ${safeText(of)}`;
  if (state === 'disabled') return { name, state: 'ok', message: 'disabled in the config' };
  if (state !== 'ready') {
    const why = reason === null ? '' : `: ${safeText(reason)}`;
    return {
      name,
      state: state === 'failed' ? 'problem' : 'warning',
      message: `${state}${why}`,
      fix: commands.showServer(of),
    };
  }
  const ready = `ready, ${plural(coverage.tools, 'tool')}`;
  if (coverage.contradicted > 0) {
    const message = `${ready}; the name or description of ${coverage.contradicted} contradicts ${coverage.contradicted === 1 ? 'its' : 'their'} hints`;
    return { name, state: 'warning', message, fix: commands.audit(of, configFile) };
  }
  if (coverage.declared >= coverage.total) return { name, state: 'ok', message: ready };
  const share = Math.floor((coverage.declared / coverage.total) * 100);
  const message = `${ready}; ${share} % of their hints are declared, the rest have MCP's defaults`;
  return { name, state: 'warning', message, fix: commands.audit(of, configFile) };
}
