import { randomBytes, randomUUID } from 'node:crypto';
import { ok, type Result } from '@toolmark/annotations';
import type { Clock, Log } from '@toolmark/base';
import { type GatewayConfig, SERVER_DEFAULTS, type Trust } from '@toolmark/config';
import type { KnownSecrets } from '@toolmark/reach';
import { createBodies, createRedactor } from '@toolmark/record';
import type { Approvals } from '../calls/approvals/approvals.ts';
import { createApprovals } from '../calls/approvals/create-approvals.ts';
import { createPresent } from '../calls/approvals/present.ts';
import { createCallCache } from '../calls/cache/call-cache.ts';
import { CACHE_BYTES, CACHE_ENTRIES } from '../calls/cache/limits.ts';
import { createContinuations } from '../calls/continuations.ts';
import { createOverrides } from '../calls/hints/create-overrides.ts';
import { createStandings } from '../calls/hints/create-standings.ts';
import type { Overrides } from '../calls/hints/overrides.ts';
import type { Standings } from '../calls/hints/standings.ts';
import { createLimits } from '../calls/limits/limits.ts';
import type { Recorder } from '../calls/record/recorder.ts';
import { createLabels } from '../calls/record/sanitizer.ts';
import { createRecheck } from '../calls/steps/authorize-call.ts';
import type { EnforcementDeps } from '../calls/steps.ts';
import { indexCurations } from '../catalog/curation.ts';
import { createHintSettings } from '../catalog/hints/create-hint-settings.ts';
import type { HintSettings } from '../catalog/hints/hint-settings.ts';
import type { CatalogTool, ToolFor } from '../model/catalog.ts';
import type { Policy } from '../model/policy.ts';
import { createPolicy, createPolicyTools, type PolicyTools } from '../policy/create-policy.ts';
import { createSessionLedger } from '../sessions/session-ledger.ts';
import { storedSession } from '../sessions/stored-session.ts';
import { closeInReverse } from './close-in-reverse.ts';
import type { LiveConfig } from './live-config.ts';

/** Everything that enforces hints: overrides, pins, the policy, approvals, limits, cache and retry. */
export interface Enforcement {
  /** The parts for the steps of a call. */
  readonly steps: EnforcementDeps;
  /** The hint settings for the catalog: a new object after every change. */
  readonly hintSettings: () => HintSettings;
  readonly policy: () => Policy;
  readonly policyTools: PolicyTools;
  readonly overrides: Overrides;
  readonly standings: Standings;
  readonly approvals: Approvals;
  readonly trustOf: (server: string) => Trust;
  /** To be called when the tools of the catalog have changed. */
  readonly onToolsChanged: () => void;
  /** To be called when a server was connected or disconnected. */
  readonly onServerChanged: (server: string) => void;
  /** To be called when the protocol session of an older client has ended. */
  readonly onSessionClosed: (session: string) => void;
  /** Ends the calls that wait for a person, and pins the tools that were offered. */
  readonly stopAsking: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface EnforcementOptions {
  readonly config: LiveConfig;
  readonly configFile: string;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly recorder: Pick<Recorder, 'reader' | 'asked' | 'resolved' | 'status'>;
  /** Secrets of the config, which are not recorded. */
  readonly known: Pick<KnownSecrets, 'isIn' | 'redact'> | undefined;
  /** The tools of the catalog: the same array until they change. */
  readonly tools: () => readonly CatalogTool[];
  readonly toolFor: ToolFor;
  /** Whether people can answer outside of the client, on the page or the command line. */
  readonly canBeAnswered: boolean;
  /** Called when effective hints may have changed, so that the catalog has to be rebuilt. */
  readonly onHintsChanged: () => Promise<void>;
  /** Called when the standing of a tool has changed. */
  readonly onStandingChanged: () => void;
  /** The address of a path of the page, if there is one. */
  readonly pageUrl: (path: string) => string | undefined;
}

/** Fails with a readable reason, such as a file that cannot be read, and how to repair it. */
export async function createEnforcement(options: EnforcementOptions): Promise<Result<Enforcement, string>> {
  const { config, configFile, dataDir, clock, log, recorder, known, tools, toolFor, onHintsChanged } = options;
  const { overrides: configured, record, policy: startPolicy } = config.value;
  const { sessionIdleMs } = record;
  const policy = config.derive((changed) => changed.policy, createPolicy);
  const caches = config.derive(({ servers }) => servers, cachesOf);
  const trusts = config.derive(({ servers }) => servers, trustsOf);
  const trustOf = (server: string): Trust => trusts.value.get(server) ?? SERVER_DEFAULTS.trust;
  // A client may name itself after a secret, so labels are redacted like everything that is recorded.
  const labels = config.derive(
    ({ record }) => record.redact,
    (redact) => createLabels(createBodies({ maxBytes: 1_024, redactor: createRedactor(redact, known) })),
  );

  let hintSettings: HintSettings | undefined;
  const refreshHints = (): Promise<void> => {
    hintSettings = undefined;
    return onHintsChanged();
  };
  const overrides = await createOverrides({
    config: configured,
    configFile,
    dataDir,
    now: clock.now,
    log,
    onChange: refreshHints,
  });
  if (!overrides.ok) return overrides;
  const standings = await createStandings({
    config,
    dataDir,
    tools,
    clock,
    log,
    onChange: options.onStandingChanged,
    onReview: refreshHints,
  });
  if (!standings.ok) {
    await overrides.value.close();
    return standings;
  }
  const approvals = await createApprovals({
    dataDir,
    clock,
    log,
    sessionIdleMs,
    present: createPresent(() => config.value.record.redact, known),
    record: recorder,
    settings: () => config.value.policy.ask,
    newId: randomUUID,
    secret: () => randomBytes(32).toString('base64url'),
    label: (value) => labels.value(value),
    pageUrl: options.pageUrl,
    outside: () => options.canBeAnswered,
  });
  if (!approvals.ok) {
    await closeInReverse(overrides.value, standings.value);
    return approvals;
  }

  const ledger = createSessionLedger({
    now: clock.now,
    idleMs: sessionIdleMs,
    stored: (id) => storedSession({ record: recorder, clock }, id),
  });
  const cache = createCallCache({ clock, maxBytes: CACHE_BYTES, maxEntries: CACHE_ENTRIES });
  const policyTools = createPolicyTools(standings.value);
  const isStillAllowed = createRecheck({ policy, policyTools, toolFor });
  const limits = createLimits({ rules: startPolicy.limits, clock, sessionIdleMs });
  const steps: EnforcementDeps = {
    policy,
    policyTools,
    ledger,
    continuations: createContinuations(clock),
    limits,
    approvals: approvals.value,
    toolFor,
    cache,
    caches,
    clock,
    sawResult: standings.value.sawResult,
    retry: { config: () => config.value.policy.retry, clock, random: Math.random, isStillAllowed },
  };
  config.onChange((changed) => {
    limits.apply(changed.policy.limits);
    cache.clear();
    overrides.value.apply(changed.overrides);
    void refreshHints();
    standings.value.changed();
  });

  return ok({
    steps,
    hintSettings: () => {
      hintSettings ??= createHintSettings({
        overrides: overrides.value.list(),
        trustOf,
        reviewedOf: standings.value.reviewedOf,
        curationOf: indexCurations(config.value.tools),
      });
      return hintSettings;
    },
    policy: () => policy.value,
    policyTools,
    overrides: overrides.value,
    standings: standings.value,
    approvals: approvals.value,
    trustOf,
    onToolsChanged: () => {
      cache.clear();
      standings.value.changed();
    },
    onServerChanged: cache.drop,
    onSessionClosed: (session) => {
      ledger.forget(session);
      approvals.value.endSession(session);
    },
    stopAsking: async () => {
      await Promise.all([approvals.value.close(), standings.value.flush()]);
    },
    close: () => closeInReverse(overrides.value, standings.value, approvals.value),
  });
}

const trustsOf = (servers: GatewayConfig['servers']): ReadonlyMap<string, Trust> =>
  new Map(servers.map(({ name, trust }) => [name, trust]));

const cachesOf = (servers: GatewayConfig['servers']): EnforcementDeps['caches']['value'] =>
  new Map(servers.flatMap(({ name, cache }) => (cache === undefined ? [] : [[name, cache] as const])));
