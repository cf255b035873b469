import { Client, type Implementation, METHOD_NOT_FOUND } from '@modelcontextprotocol/client';
import { err, ok, type Result } from '@toolmark/annotations';
import { type Attempt, hasFallback } from './attempts.ts';
import { abortable, type Deadline } from './deadline.ts';
import { faultOf, isNegotiationError, isTimeout, rpcErrorOf, versionFault } from './explain.ts';
import type { Fault } from './failure.ts';
import { CANCELLED, timeoutFault } from './faults.ts';
import { LONGEST_TIMER_MS, PROBE_TIMEOUT_MS } from './limits.ts';
import type { Link } from './link.ts';
import { EMPTY_LIST, Tap } from './tap.ts';

/** The client name that this package sends to servers. */
export const CLIENT_INFO: Readonly<Implementation> = Object.freeze({ name: 'toolmark-audit', version: '0.1.0' });

const MODERN_VERSION = '2026-07-28';
const UNSUPPORTED_VERSION = -32022;

/** An SDK client on a tapped link that returns every failure as a value. */
export interface Session {
  readonly client: Client;
  readonly tap: Tap;
  readonly connect: () => Promise<Result<void, Fault>>;
  /** One page of `tools/list` as it arrived. The list is empty if the server does not know the request. */
  readonly listPage: (cursor: string | undefined) => Promise<Result<unknown, Fault>>;
}

export function createSession(link: Link, attempt: Attempt, deadline: Deadline, timeoutMs: number): Session {
  const { protocol } = attempt;
  const tap = new Tap(link.transport, link);
  const client = new Client(CLIENT_INFO, {
    versionNegotiation: {
      mode: protocol === 'modern' ? { pin: MODERN_VERSION } : protocol,
      // Without another protocol to fall back to, the server may use the whole time to start.
      probe: { timeoutMs: protocol === 'auto' ? Math.min(PROBE_TIMEOUT_MS, timeoutMs / 4) : LONGEST_TIMER_MS },
    },
  });
  // The deadline ends every request by closing the connection, so the SDK's own timeout must not fire first.
  const requestOptions = { timeout: LONGEST_TIMER_MS };

  const explain = async (error: unknown, phase: 'connecting' | 'listing'): Promise<Fault> => {
    const noise = link.problems().find((problem) => problem.kind === 'stdout-noise')?.sample;
    const expired = deadline.expired();
    if (expired === 'cancelled') return CANCELLED;
    if (expired === 'timeout') return timeoutFault(phase, timeoutMs, noise);
    if (rpcErrorOf(error)?.code === UNSUPPORTED_VERSION) return versionFault(protocol);
    const diagnosis = await link.diagnose();
    if (diagnosis !== undefined) return diagnosis;
    if (tap.unanswered) return UNANSWERED;
    if (isTimeout(error)) return timeoutFault(phase, timeoutMs, noise);
    return protocol === 'modern' && isNegotiationError(error) ? versionFault(protocol) : faultOf(error, phase);
  };

  return {
    client,
    tap,
    connect: async () => {
      const signal = hasFallback(attempt) ? halfOf(deadline) : deadline.signal;
      const connected = await settle(abortable(client.connect(tap, requestOptions), signal));
      return connected.ok ? connected : err(await explain(connected.error, 'connecting'));
    },
    listPage: async (cursor) => {
      const request = { method: 'tools/list', ...(cursor !== undefined && { params: { cursor } }) } as const;
      const answered = await settle(abortable(client.request(request, requestOptions), deadline.signal));
      if (answered.ok) return ok(tap.takeListResult());
      if (cursor === undefined && rpcErrorOf(answered.error)?.code === METHOD_NOT_FOUND) return ok(EMPTY_LIST);
      return err(await explain(answered.error, 'listing'));
    },
  };
}

/** A signal at half of the remaining time, so that a second attempt has time if this one confuses the server. */
function halfOf(deadline: Deadline): AbortSignal {
  const half = Math.min(Math.ceil(deadline.remainingMs() / 2), LONGEST_TIMER_MS);
  return AbortSignal.any([deadline.signal, AbortSignal.timeout(half)]);
}

async function settle<Value>(work: Promise<Value>): Promise<Result<Value, unknown>> {
  try {
    return ok(await work);
  } catch (error) {
    return err(error);
  }
}

const UNANSWERED: Fault = {
  code: 'not-mcp',
  message: 'The server closed its response without an answer; check that the address is an MCP endpoint.',
};
