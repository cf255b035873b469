import type { Limits, RecordConfig, ServerConfig } from './config.ts';

export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 7420;

const MIB = 1024 * 1024;

export const DEFAULT_LIMITS: Limits = Object.freeze({
  // Room for a file handed to a tool as base64; a body is held in memory once.
  bodyBytes: 16 * MIB,
  depth: 200,
  sessions: 10_000,
  sessionIdleMs: 30 * 60_000,
  drainMs: 10_000,
});

export const SERVER_DEFAULTS: Pick<
  ServerConfig,
  'disabled' | 'protocol' | 'connectTimeoutMs' | 'timeoutMs' | 'maxTimeoutMs' | 'concurrency' | 'queue'
> = Object.freeze({
  disabled: false,
  protocol: 'auto',
  // `npx` may have to fetch the server first.
  connectTimeoutMs: 60_000,
  timeoutMs: 120_000,
  maxTimeoutMs: 3_600_000,
  concurrency: 64,
  queue: 1_024,
});

export const DEFAULT_RECORD: RecordConfig = Object.freeze({
  enabled: true,
  bodyBytes: 256 * 1024,
  redact: Object.freeze({ enabled: true, names: [], keep: [], patterns: [] }),
  retention: Object.freeze({ sessions: 100, days: 90, bytes: 1024 * MIB }),
  sessionIdleMs: 30 * 60_000,
});
