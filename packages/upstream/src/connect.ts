import { err, ok, type Result } from '@toolmark/annotations';
import { type JsonObject, settlesWithin, systemClock } from '@toolmark/base';
import { type RedactText, redactorFor } from '@toolmark/reach';
import type { ConnectFailure, Connection, ConnectOptions } from './connection.ts';
import { type Attempt, firstAttempt, nextAttempt } from './wire/attempts.ts';
import { type Agreement, shakeHands } from './wire/handshake.ts';
import { ANNOUNCE_MS } from './wire/limits.ts';
import { openStdio, openStreams } from './wire/stdio.ts';
import { createSubscription } from './wire/subscription.ts';
import type { Fault, Wire } from './wire/wire.ts';

/**
 * Connects to a server and detects its transport and era. On failure, everything that was started has ended.
 *
 * @example
 * const opened = await openConnection({ target, protocol: 'auto', events, signal: AbortSignal.timeout(30_000), self, env });
 * if (opened.ok) await opened.value.request('tools/list', undefined, { timeoutMs: 60_000, maxTimeoutMs: 300_000 });
 */
export async function openConnection(options: ConnectOptions): Promise<Result<Connection, ConnectFailure>> {
  const { target, protocol, remembered, signal } = options;
  const redactConfig = redactorFor(target, options.env);
  const redact: RedactText = (text) => redactConfig(options.tokens?.redact(text) ?? text);
  const tried: Attempt[] = [];
  let attempt: Attempt | undefined = firstAttempt(target, protocol, remembered);
  let shown: AttemptFailure | undefined;
  while (attempt !== undefined) {
    tried.push(attempt);
    const opened = await runAttempt(attempt, options, redact);
    if (opened.ok) return opened;
    const failure = opened.error;
    // Do not report the failed SSE fallback, unless it is about credentials.
    if (shown === undefined || attempt.transport !== 'sse' || isRefused(failure.status)) shown = failure;
    const isFinal = signal.aborted || !failure.retryable;
    attempt = nextAttempt(target, protocol, tried, { ...failure, isFinal });
  }
  const { message, stderrTail, retryable } = shown ?? NOTHING_TRIED;
  return err({ message: redact(message), stderrTail: stderrTail.map(redact), retryable });
}

interface AttemptFailure extends ConnectFailure {
  readonly status: number | undefined;
  readonly died: boolean;
}

const NOTHING_TRIED: ConnectFailure = { message: 'Nothing was tried.', stderrTail: [], retryable: false };

async function runAttempt(
  attempt: Attempt,
  options: ConnectOptions,
  redact: RedactText,
): Promise<Result<Connection, AttemptFailure>> {
  const self: JsonObject = { ...options.self };
  const opened = await openWire(attempt, options, self);
  if (!opened.ok) return err({ stderrTail: [], status: undefined, died: false, ...opened.error });
  const wire = opened.value;
  const agreed = await shakeHands(wire.mux, { protocol: attempt.protocol, self, signal: options.signal });
  if (agreed.ok) await settlesWithin(wire.onAgreed(), ANNOUNCE_MS, systemClock, options.signal);
  const died = wire.mux.isOver();
  // After an abort, the caller will not receive the connection, so close it here.
  if (agreed.ok && !died && !options.signal.aborted) return ok(toConnection(wire, agreed.value, options, redact));
  const fault = await whyFailed(agreed.ok ? undefined : agreed.error, wire, options.signal);
  await wire.close(true);
  return err({
    message: fault.message,
    retryable: fault.retryable,
    stderrTail: wire.stderrTail(),
    status: wire.status(),
    died,
  });
}

async function openWire(
  { transport }: Attempt,
  { target, events, signal, tokens }: ConnectOptions,
  self: JsonObject,
): Promise<Result<Wire, Fault>> {
  const dialect = { era: 'legacy', version: undefined, self } as const;
  switch (target.kind) {
    case 'command':
      return openStdio(target, events, dialect);
    case 'streams':
      return ok(openStreams(target, events, dialect));
    case 'url':
      // Loaded when needed: undici takes 13 MB.
      return transport === 'sse'
        ? (await import('./wire/http/sse.ts')).openSse(target, events, dialect, signal, tokens)
        : (await import('./wire/http/http.ts')).openHttp(target, events, dialect, tokens);
  }
}

function toConnection(wire: Wire, agreement: Agreement, { events }: ConnectOptions, redact: RedactText): Connection {
  const { mux, transport } = wire;
  const subscription = createSubscription(mux, events.onNotification);
  return {
    ...agreement,
    transport,
    request: mux.request,
    notify: mux.notify,
    listen: (filter) => {
      if (agreement.era === 'modern') subscription.listen(filter);
    },
    stderrTail: () => wire.stderrTail().map(redact),
    warnings: () => wire.warnings().map(redact),
    closed: mux.closed.then((reason) => {
      subscription.close();
      return redact(reason);
    }),
    draining: () => (mux.isDraining() ? mux.drained : undefined),
    close: () => wire.close(),
  };
}

/** The most specific reason for a failed attempt. */
async function whyFailed(fault: Fault | undefined, wire: Wire, signal: AbortSignal): Promise<Fault> {
  if (signal.aborted)
    return { message: `The server did not answer the handshake in time. ${hintOf(wire)}`, retryable: true };
  if (!wire.mux.isOver()) return fault ?? NOTHING_TRIED;
  const trouble = wire.fault();
  if (trouble !== undefined) return trouble;
  const reason = await wire.mux.closed;
  const advice =
    wire.stderrTail().length === 0
      ? 'run the command by itself to see why'
      : 'its last lines on stderr should show the cause';
  const hint = wire.transport === 'stdio' ? `; ${advice}` : '';
  return { message: `The server ${reason} before it was connected${hint}.`, retryable: true };
}

function hintOf(wire: Wire): string {
  return wire.warnings()[0] ?? 'Check that it is an MCP server and what it is waiting for.';
}

function isRefused(status: number | undefined): boolean {
  return status === 401 || status === 403 || status === 407;
}
