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
  // Enough for a file of 7 MiB as base64. Reading 16 MiB blocked other callers for 264 ms.
  bodyBytes: 10 * MIB,
  depth: 200,
  // Reading, recording and forwarding a request is synchronous, and takes one or two microseconds per value.
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
  // `npx` may have to download the server first.
  connectTimeoutMs: 60_000,
  timeoutMs: 120_000,
  maxTimeoutMs: 3_600_000,
  concurrency: 64,
  answer: USUAL_ANSWER,
  queue: 1_024,
  // The hints of a server that was just added are claims, not facts.
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

/** The lifetime of a cached result if the config only says `true`. */
export const DEFAULT_CACHE_TTL_MS = 60_000;

/** The default table: allow read and additive tools, ask for destructive ones, hold contradicted ones. */
export const DEFAULT_POLICY: PolicyConfig = Object.freeze({
  rules: [],
  defaults: Object.freeze({ read: 'allow', additive: 'allow', destructive: 'ask', contradicted: 'hold' }),
  risk: 'warn',
  // Most clients time out after a minute, so the refusal with its instructions has to arrive before.
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
