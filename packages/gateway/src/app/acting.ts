import { randomBytes, randomUUID } from 'node:crypto';
import { ok, type Result } from '@toolmark/annotations';
import type { Clock, Log } from '@toolmark/base';
import { type CacheConfig, type GatewayConfig, SERVER_DEFAULTS, type Trust } from '@toolmark/config';
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
import { createLabels, type Labels } from '../calls/record/sanitizer.ts';
import { createStillStands } from '../calls/steps/let-through.ts';
import type { ActingDeps } from '../calls/steps.ts';
import { indexCurations } from '../catalog/curation.ts';
import { createHintSettings } from '../catalog/hints/create-hint-settings.ts';
import type { HintSettings } from '../catalog/hints/hint-settings.ts';
import type { Catalog, ToolFor } from '../model/catalog.ts';
import type { Policy } from '../model/policy.ts';
import { createPolicy } from '../policy/create-policy.ts';
import { createSubjects, type Subjects } from '../policy/subjects.ts';
import { createSessionLedger } from '../sessions/session-ledger.ts';
import { storedSession } from '../sessions/stored-session.ts';

/** Everything that acts on hints: what persons set, pins, the policy, approvals, limits, cache and retry. */
export interface Acting {
  readonly steps: ActingDeps;
  /** For the catalog; another value when they change. */
  readonly settings: () => HintSettings;
  readonly policy: () => Policy;
  readonly subjects: Subjects;
  readonly overrides: Overrides;
  readonly standings: Standings;
  readonly approvals: Approvals;
  readonly trustOf: (server: string) => Trust;
  /** What is offered, or where, is another one. */
  readonly toolsChanged: () => void;
  readonly serverChanged: (server: string) => void;
  /** The protocol session of an older client has ended. */
  readonly left: (session: string) => void;
  readonly apply: (config: GatewayConfig) => void;
  /** Whatever waits for a person is told that nobody can answer any more; what was seen is pinned. */
  readonly stopAsking: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ActingOptions {
  readonly config: GatewayConfig;
  readonly configFile: string;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly recorder: Pick<Recorder, 'reader' | 'asked' | 'resolved' | 'status'>;
  /** Secrets of the config, which are not recorded. */
  readonly known?: Pick<KnownSecrets, 'isIn' | 'redact'> | undefined;
  /** `undefined` until there is one. */
  readonly catalog: () => Catalog | undefined;
  readonly toolFor: ToolFor;
  /** Whether persons can answer from outside of the client: not where nobody can reach this gateway. */
  readonly canBeAnswered: boolean;
  /** Hints count otherwise: the catalog has to be made anew. */
  readonly onHints: () => Promise<void>;
  /** The standing of some tool is another one. */
  readonly onStanding: () => void;
  /** Where people can answer a question on the page; nowhere unless given. */
  readonly pageUrl?: ((id: string) => string | undefined) | undefined;
}

const NO_TOOLS: Catalog['tools'] = [];

/** What keeps it from acting is a sentence for a person: a file that cannot be read, and what to do about it. */
export async function createActing(options: ActingOptions): Promise<Result<Acting, string>> {
  const { configFile, dataDir, clock, log, recorder, known, catalog, toolFor, onHints, onStanding } = options;
  const { sessionIdleMs } = options.config.record;
  let config = options.config;
  const policy = { value: createPolicy(config.policy) };
  const caches = { value: cachesOf(config) };
  let trusts = trustsOf(config);
  const trustOf = (server: string): Trust => trusts.get(server) ?? SERVER_DEFAULTS.trust;

  let settings: HintSettings | undefined;
  const refreshHints = (): Promise<void> => {
    settings = undefined;
    return onHints();
  };
  const overridden = await createOverrides({
    ...{ config: config.overrides, configFile, dataDir, now: clock.now, log },
    onChange: refreshHints,
  });
  if (!overridden.ok) return overridden;
  const overrides = overridden.value;
  const pinned = await createStandings({
    ...{ config: () => config, dataDir, clock, log },
    tools: () => catalog()?.tools ?? NO_TOOLS,
    onChange: onStanding,
    onReview: refreshHints,
  });
  if (!pinned.ok) {
    await overrides.close();
    return pinned;
  }
  const standings = pinned.value;
  const present = createPresent(() => config.record.redact, known);
  let labels = labelsOf(config, known);
  const asking = await createApprovals({
    ...{ dataDir, clock, log, sessionIdleMs, present, record: recorder },
    settings: () => config.policy.ask,
    newId: randomUUID,
    secret: () => randomBytes(32).toString('base64url'),
    label: (value) => labels(value),
    pageUrl: options.pageUrl ?? (() => undefined),
    outside: () => options.canBeAnswered,
  });
  if (!asking.ok) {
    await Promise.all([overrides.close(), standings.close()]);
    return asking;
  }
  const approvals = asking.value;

  const ledger = createSessionLedger({
    now: clock.now,
    idleMs: sessionIdleMs,
    stored: (id) => storedSession({ record: recorder, clock }, id),
  });
  const cache = createCallCache({ clock, maxBytes: CACHE_BYTES, maxEntries: CACHE_ENTRIES });
  const subjects = createSubjects(standings);
  const stillStands = createStillStands({ policy, subjects, toolFor });
  const limits = createLimits({ rules: config.policy.limits, clock, sessionIdleMs });
  const steps: ActingDeps = {
    policy,
    subjects,
    ledger,
    continuations: createContinuations(clock),
    limits,
    approvals,
    toolFor,
    cache,
    caches,
    clock,
    sawResult: standings.sawResult,
    retry: { config: () => config.policy.retry, clock, random: Math.random, stillStands },
  };

  return ok({
    steps,
    settings: () => {
      settings ??= createHintSettings({
        overrides: overrides.list(),
        trustOf,
        reviewedOf: standings.reviewedOf,
        curationOf: indexCurations(config.tools),
      });
      return settings;
    },
    policy: () => policy.value,
    subjects,
    overrides,
    standings,
    approvals,
    trustOf,
    toolsChanged: () => {
      cache.clear();
      standings.changed();
    },
    serverChanged: cache.drop,
    left: (session) => {
      ledger.forget(session);
      approvals.left(session);
    },
    apply: (changed) => {
      config = changed;
      policy.value = createPolicy(changed.policy);
      caches.value = cachesOf(changed);
      limits.apply(changed.policy.limits);
      trusts = trustsOf(changed);
      labels = labelsOf(changed, known);
      cache.clear();
      overrides.apply(changed.overrides);
      void refreshHints();
      standings.changed();
    },
    stopAsking: async () => {
      await Promise.all([approvals.close(), standings.flush()]);
    },
    close: async () => {
      await Promise.all([approvals.close(), standings.close(), overrides.close()]);
    },
  });
}

/** What clients say of themselves may have a secret in it, as everything may. */
const labelsOf = ({ record }: GatewayConfig, known: ActingOptions['known']): Labels =>
  createLabels(createBodies({ maxBytes: 1_024, redactor: createRedactor(record.redact, known) }));

const trustsOf = ({ servers }: GatewayConfig): ReadonlyMap<string, Trust> =>
  new Map(servers.map(({ name, trust }) => [name, trust]));

const cachesOf = ({ servers }: GatewayConfig): ReadonlyMap<string, CacheConfig> =>
  new Map(servers.flatMap(({ name, cache }) => (cache === undefined ? [] : [[name, cache] as const])));
