import { globToRegExp } from '@toolmark/annotations';
import { requestDigest } from '@toolmark/base';
import type { CacheConfig } from '@toolmark/config';
import type { CallOfTool } from './recorded-tool.ts';

/** Simulates the cache for recorded calls, which must be added in order. */
export interface SimulatedCache {
  /** Adds a call that would have been allowed. Returns whether the cache would have answered it. */
  readonly add: (call: CallOfTool) => boolean;
}

/** Limit of simulated entries. Dropping the oldest can only underestimate the number of cached calls. */
const MAX_ENTRIES = 100_000;

export function createSimulatedCache(configOf: (server: string) => CacheConfig | undefined): SimulatedCache {
  const keptAt = new Map<string, { readonly at: number; readonly turn: number }>();
  /** Number of writes at each server. */
  const turns = new Map<string, number>();
  const globs = new Map<CacheConfig, readonly RegExp[]>();

  const covers = (config: CacheConfig, tool: string): boolean => {
    const patterns = globs.get(config) ?? config.tools.map(globToRegExp);
    globs.set(config, patterns);
    return patterns.some((pattern) => pattern.test(tool));
  };
  return {
    add: (call) => {
      const { server, tool, principal, arguments: given } = call;
      const turn = turns.get(server) ?? 0;
      if (call.class !== 'read') {
        turns.set(server, turn + 1);
        return false;
      }
      const config = configOf(server);
      // Different arguments can look equal after they were cut or redacted.
      const isKnown = given === null || (!given.is_cut && given.redactions === 0);
      if (config === undefined || !isKnown || !covers(config, tool)) return false;
      const at = Date.parse(call.started_at);
      const key = requestDigest('cache', { server, tool, principal, arguments: given?.value });
      const kept = keptAt.get(key);
      if (kept !== undefined && kept.turn === turn && at - kept.at < config.ttlMs) return true;
      if (call.status !== 'ok') return false;
      if (keptAt.size >= MAX_ENTRIES) keptAt.delete(keptAt.keys().next().value ?? '');
      keptAt.set(key, { at, turn });
      return false;
    },
  };
}
