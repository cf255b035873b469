import { globToRegExp } from '@toolmark/annotations';
import { requestDigest } from '@toolmark/base';
import type { CacheConfig } from '@toolmark/config';
import type { CallOfTool } from './recorded-tool.ts';

/** Which recorded calls would have been answered by an earlier one. Fed with all of them in order. */
export interface ImaginedCache {
  /** A call that would have been let through; says whether it would have been answered from the cache. */
  readonly passes: (call: CallOfTool) => boolean;
}

/** Of results whose age is known; the oldest are forgotten, which can only make the answer too modest. */
const MOST = 100_000;

export function createImaginedCache(configOf: (server: string) => CacheConfig | undefined): ImaginedCache {
  const keptAt = new Map<string, { readonly at: number; readonly turn: number }>();
  /** How often something was changed at a server. */
  const turns = new Map<string, number>();
  const globs = new Map<CacheConfig, readonly RegExp[]>();

  const covers = (config: CacheConfig, tool: string): boolean => {
    const patterns = globs.get(config) ?? config.tools.map(globToRegExp);
    globs.set(config, patterns);
    return patterns.some((pattern) => pattern.test(tool));
  };
  return {
    passes: (call) => {
      const { server, tool, principal, arguments: given } = call;
      const turn = turns.get(server) ?? 0;
      if (call.class !== 'read') {
        turns.set(server, turn + 1);
        return false;
      }
      const config = configOf(server);
      // What was cut, or had secrets in it, may look like another one without being the same.
      const isKnown = given === null || (!given.is_cut && given.redactions === 0);
      if (config === undefined || !isKnown || !covers(config, tool)) return false;
      const at = Date.parse(call.started_at);
      const key = requestDigest('cache', { server, tool, principal, arguments: given?.value });
      const kept = keptAt.get(key);
      if (kept !== undefined && kept.turn === turn && at - kept.at < config.ttlMs) return true;
      if (call.status !== 'ok') return false;
      if (keptAt.size >= MOST) keptAt.delete(keptAt.keys().next().value ?? '');
      keptAt.set(key, { at, turn });
      return false;
    },
  };
}
