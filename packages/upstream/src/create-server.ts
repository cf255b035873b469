import { toMessage } from '@toolmark/annotations';
import { errorOf, failed, type JsonObject, mapTexts, type RpcNotification, type RpcReply } from '@toolmark/base';
import { redactorFor, secretsOf } from '@toolmark/reach';
import type { Connection, ConnectionEvents, ConnectOptions } from './connection.ts';
import type { UpstreamDeps } from './deps.ts';
import { createDisabledServer } from './disabled-server.ts';
import { SILENT_CALLS } from './limits.ts';
import { createLink } from './link/link.ts';
import { kindOfNotification } from './offer/lists.ts';
import { createOfferKeeper } from './offer/offer-keeper.ts';
import { createSubscriptions } from './offer/subscriptions.ts';
import { ownError } from './own-error.ts';
import { createCallQueue } from './queue/call-queue.ts';
import type { QueuedExchange, ServerOffer, ServerState, UpstreamServer } from './server.ts';
import { createServerLog } from './server-log.ts';
import { createTransitionLog } from './transition-log.ts';
import { unavailable } from './unavailable.ts';
import type { UpstreamConfig } from './upstream-config.ts';

/** How a server starts that replaces another one. */
export interface Succession {
  /** Connects after this promise, which must settle. */
  readonly startAfter?: Promise<unknown>;
  /** Offered until the server itself has answered. */
  readonly inherited?: ServerOffer;
}

/**
 * Creates a server that connects at once and reconnects until it is closed.
 *
 * @example
 * const notes = createUpstreamServer(config, { open: openConnection, clock: systemClock, random: Math.random, … });
 * await notes.request('tools/call', { name: 'search', arguments: {} }, {});
 */
export function createUpstreamServer(
  config: UpstreamConfig,
  deps: UpstreamDeps,
  { startAfter, inherited }: Succession = {},
): UpstreamServer {
  const { name, target, protocol } = config;
  const { clock, random, log, verdicts } = deps;
  if (config.disabled) return createDisabledServer(name, clock.now());
  if (config.problem !== undefined) return createDisabledServer(name, clock.now(), config.problem);

  const redactConfig = redactorFor(target, deps.env);
  const redact = (text: string): string => redactConfig(tokens?.redact(text) ?? text);
  /** Tokens are added, removed and renewed over time. */
  const tellSecrets = (): void =>
    deps.known?.set(name, [...secretsOf(target, deps.env), ...(tokens?.secrets?.() ?? [])]);
  const logTransition = createTransitionLog(name, log);
  const serverLog = createServerLog({ now: clock.now, redact });
  /** Servers over HTTP send their log messages with the answers to requests. */
  const logged = (exchange: QueuedExchange): QueuedExchange => {
    const { onNotification } = exchange;
    if (onNotification === undefined) return exchange;
    return {
      ...exchange,
      onNotification: (notification) => {
        serverLog.addNotification(notification);
        onNotification(notification);
      },
    };
  };
  const tokens = deps.tokensFor?.(config);
  tellSecrets();
  let connection: Connection | undefined;
  let isListed = false;
  let attempt: Attempt = { isHeard: true, isDraining: false, isRemembered: false };
  let opened = 0;
  let state: ServerState = 'connecting';
  let since = clock.now();
  let onSettled: (() => void)[] = [];

  /** A listener's exception must not stop this server. */
  const tell = <Answer>(event: () => Answer): Answer | undefined => {
    try {
      return event();
    } catch (error) {
      log.error({ server: name, error: toMessage(error) }, 'a listener failed on an event of this server');
      return undefined;
    }
  };
  const tellStatus = (): void => tell(() => deps.events.onStatus(name));

  const reason = (): string | undefined => {
    if (connection !== undefined) return isListed ? undefined : 'It is connected; waiting for its list of tools.';
    const why = link.phase().reason;
    return why === undefined ? undefined : redact(why);
  };

  const update = (): void => {
    const { kind, nextAttempt } = link.phase();
    const next = kind !== 'open' ? kind : isListed ? 'ready' : 'connecting';
    if (next !== state) {
      // Waiting for the next attempt and attempting are one outage, whose start stays the same.
      if (!isOutage(next) || !isOutage(state)) since = clock.now();
      state = next;
      const why = reason();
      serverLog.add('gateway', isUnusable(next) ? 'warning' : 'info', `${next}${why === undefined ? '' : `: ${why}`}`);
    }
    queue.review();
    logTransition({ state, reason: reason(), nextAttempt, connection, tools: offers.offer().tools.length });
    tellStatus();
    if (state === 'connecting') return;
    const settled = onSettled;
    onSettled = [];
    for (const resolve of settled) resolve();
  };

  const hear = (notification: RpcNotification): void => {
    serverLog.addNotification(notification);
    const kind = kindOfNotification(notification.method);
    if (kind !== undefined) offers.refresh(kind);
    else tell(() => deps.events.onNotification(name, notification));
  };

  /** Events of one attempt; ignored once the connection is replaced. */
  const eventsOf = (of: Attempt): ConnectionEvents => ({
    onNotification: (notification) => {
      if (of.isHeard) hear(notification);
    },
    onStderr: serverLog.addPrinted,
    onRequest: async (method, params, withdrawn) => {
      if (of.isHeard) return deps.events.onRequest(name, method, params, withdrawn);
      return failed(errorOf('cancelled', 'The connection is closed.', { server: name }));
    },
  });

  /** The server's info without its secrets. Cached, because it is read often and changes only with the connection. */
  let info: { readonly of: Connection; readonly shown: JsonObject | undefined } | undefined;
  const infoOf = (of: Connection | undefined): JsonObject | undefined => {
    if (of === undefined) return undefined;
    // Mapping an object returns an object.
    if (info?.of !== of) info = { of, shown: mapTexts(of.serverInfo, redact) as JsonObject | undefined };
    return info.shown;
  };

  const optionsFor = (signal: AbortSignal): ConnectOptions => {
    const remembered = verdicts.get(target);
    // The config overrides a verdict that was found with another config.
    const isUsable = remembered !== undefined && (protocol === 'auto' || protocol === remembered.era);
    const { self, env } = deps;
    // Calls in progress may still lead to questions.
    attempt.isHeard = attempt.isDraining;
    attempt = { isHeard: true, isDraining: false, isRemembered: isUsable };
    return { target, protocol, ...(isUsable && { remembered }), events: eventsOf(attempt), signal, self, env, tokens };
  };

  const queue = createCallQueue({
    config,
    clock,
    backAt: () => {
      const { kind, nextAttempt } = link.phase();
      return kind === 'connecting' ? 0 : kind === 'waiting' && nextAttempt !== undefined ? nextAttempt : Infinity;
    },
    whyAway: () => {
      const { nextAttempt } = link.phase();
      return unavailable(
        { name, state, isConnected: connection !== undefined, reason: reason(), nextAttempt },
        clock.now(),
      );
    },
    onSilence: (isSilent) => {
      if (isSilent) log.warn({ server: name }, 'server does not answer in time; it may hang');
      else log.info({ server: name }, 'server answers again');
      tellStatus();
    },
    onBug: (error) => {
      log.error({ server: name, error: redact(toMessage(error)) }, 'a request to this server failed because of a bug');
      return ownError('internal', `The request to server '${name}' failed because of an internal error.`, {
        server: name,
      });
    },
  });

  const offers = createOfferKeeper({
    clock,
    random,
    redact,
    ...(inherited && { inherited }),
    onOffer: (kinds) => tell(() => deps.events.onOffer(name, kinds)),
    onWarnings: () => {
      log.warn({ server: name, warnings: offers.warnings() }, 'server has lists that could not be fetched completely');
      tellStatus();
    },
    onListed: () => {
      isListed = true;
      queue.listed();
      update();
    },
  });

  const subscriptions = createSubscriptions((uri, why) => {
    log.warn({ server: name, uri: redact(uri), reason: redact(why) }, 'server refused a subscription');
  });

  const link = createLink({
    open: (signal) => deps.open(optionsFor(signal)),
    timeoutMs: config.connectTimeoutMs,
    clock,
    random,
    ...(startAfter && { startAfter }),
    onOpen: (to) => {
      connection = to;
      isListed = false;
      opened++;
      verdicts.set(target, { era: to.era, transport: to.transport });
      queue.open(to);
      // Subscribe before the lists are fetched, so that no change is missed in between.
      subscriptions.attach(to);
      offers.attach(to);
    },
    onGone: (isDraining) => {
      connection = undefined;
      attempt.isDraining = isDraining;
      queue.hold();
      subscriptions.detach();
      offers.detach();
    },
    onFailure: () => {
      if (attempt.isRemembered) verdicts.forget(target);
    },
    onPhase: () => update(),
  });

  const stopHearing = tokens?.onChange(() => {
    tellSecrets();
    tellStatus();
  });
  return {
    name,
    status: () => ({
      state,
      reason: reason(),
      since,
      nextAttempt: link.phase().nextAttempt,
      restarts: Math.max(0, opened - 1),
      inFlight: queue.running(),
      queued: queue.waiting(),
      era: connection?.era,
      transport: connection?.transport,
      protocolVersion: connection?.protocolVersion,
      serverInfo: infoOf(connection),
      stderrTail: connection?.stderrTail() ?? link.phase().stderrTail,
      warnings: [
        ...(connection === undefined ? [] : (tokens?.warnings() ?? [])),
        ...(connection?.warnings?.() ?? []),
        ...(queue.isSilent() ? [SILENT] : []),
        ...offers.warnings(),
      ],
      ...(tokens && { auth: tokens.status() }),
    }),
    offer: offers.offer,
    request: (method, params, exchange) =>
      queue.request(method, params, logged(exchange)).then((reply) => redactErrors(reply, redact)),
    logAfter: serverLog.linesAfter,
    notify: (method, params) => connection?.notify(method, params),
    watch: subscriptions.watch,
    watching: subscriptions.watching,
    restart: async () => {
      if (state === 'stopped') return;
      const { promise, resolve } = Promise.withResolvers<void>();
      link.restart();
      onSettled.push(resolve);
      await promise;
    },
    close: async () => {
      stopHearing?.();
      offers.close();
      await link.close();
    },
  };
}

const isUnusable = (state: ServerState): boolean => state === 'waiting' || state === 'failed';

const isOutage = (state: ServerState): boolean => state === 'connecting' || state === 'waiting';

const SILENT = `The server did not answer the last ${SILENT_CALLS} or more requests in time; it may hang, and a restart may help.`;

/** One attempt to connect, and its connection. */
interface Attempt {
  isHeard: boolean;
  isDraining: boolean;
  /** Whether the attempt used a remembered verdict. */
  readonly isRemembered: boolean;
}

/**
 * Redacts our secrets in errors: protocol errors, and results with `isError`. Other results belong to the client and
 * stay unchanged.
 */
export function redactErrors(reply: RpcReply, redact: (text: string) => string): RpcReply {
  if (reply.kind === 'error') {
    const error = mapTexts(reply.error, redact);
    // Mapping keeps the members.
    return error === reply.error ? reply : { kind: 'error', error: error as typeof reply.error };
  }
  if (reply.kind !== 'result' || reply.result['isError'] !== true) return reply;
  const result = mapTexts(reply.result, redact);
  return result === reply.result ? reply : { kind: 'result', result: result as JsonObject };
}
