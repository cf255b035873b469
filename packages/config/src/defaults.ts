import { approvalRoutes } from '@toolmark/api-contract';
import type { RecordConfig } from '@toolmark/record';
import { USUAL_ANSWER } from '@toolmark/upstream';
import type { Limits, ServerConfig } from './config.ts';
import type { RegistryConfig } from './offer-config.ts';
import type { PolicyConfig } from './policy-config.ts';

export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 7420;

const MIB = 1024 * 1024;

export const DEFAULT_LIMITS: Limits = Object.freeze({
  // Room for a file of 7 MiB handed to a tool as base64. Reading 16 MiB kept other callers waiting for 264 ms.
  bodyBytes: 10 * MIB,
  depth: 200,
  // A call is read, recorded and passed on in one go, which takes a microsecond or two for each of them.
  values: 50_000,
  sessions: 10_000,
  sessionIdleMs: 30 * 60_000,
  drainMs: 10_000,
});

export const SERVER_DEFAULTS: Pick<
  ServerConfig,
  | 'disabled'
  | 'protocol'
  | 'connectTimeoutMs'
  | 'timeoutMs'
  | 'maxTimeoutMs'
  | 'concurrency'
  | 'answer'
  | 'queue'
  | 'trust'
  | 'strict'
  | 'cache'
  | 'oauth'
> = Object.freeze({
  disabled: false,
  protocol: 'auto',
  // `npx` may have to fetch the server first.
  connectTimeoutMs: 60_000,
  timeoutMs: 120_000,
  maxTimeoutMs: 3_600_000,
  concurrency: 64,
  answer: USUAL_ANSWER,
  queue: 1_024,
  // The word of a server that was just added is a claim, not a fact.
  trust: 'review',
  strict: false,
  cache: undefined,
  oauth: undefined,
});

export const DEFAULT_RECORD: RecordConfig = Object.freeze({
  enabled: true,
  bodyBytes: 256 * 1024,
  redact: Object.freeze({ enabled: true, names: [], keep: [], patterns: [] }),
  retention: Object.freeze({ sessions: 100, days: 90, bytes: 1024 * MIB }),
  sessionIdleMs: 30 * 60_000,
});

export const DEFAULT_REGISTRY: RegistryConfig = Object.freeze({ url: 'https://registry.modelcontextprotocol.io' });

/** How long an answer is kept where the config only says that it is. */
export const DEFAULT_CACHE_TTL_MS = 60_000;

/** The table of the design: reads and additions pass, what destroys is asked for, what contradicts itself is held. */
export const DEFAULT_POLICY: PolicyConfig = Object.freeze({
  rules: [],
  defaults: Object.freeze({ read: 'allow', additive: 'allow', destructive: 'ask', contradicted: 'hold' }),
  risk: 'warn',
  // Most clients give up after a minute: until then they should have been told what to do.
  ask: Object.freeze({ waitMs: 50_000, expiryMs: 15 * 60_000, routes: approvalRoutes, presence: 'none' }),
  limits: [],
  retry: Object.freeze({ attempts: 3, deadlineMs: 30_000 }),
  checks: Object.freeze({
    'hidden-unicode': 'hold',
    instructions: 'warn',
    'shadowed-name': 'warn',
    secret: 'warn',
    'large-result': 'warn',
  }),
  resultBytes: MIB,
});
