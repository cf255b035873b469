import { createHash } from 'node:crypto';
import type { ServerTarget } from '@toolmark/reach';

/**
 * A key for a target that reveals no secrets: a hash, without environment, headers and query. `undefined` for streams,
 * which cannot be reopened.
 *
 * @example
 * targetKey({ kind: 'url', url: 'https://mcp.example.com/mcp?key=abc' }) // '0b2f…', whatever the key
 */
export function targetKey(target: ServerTarget): string | undefined {
  const parts = partsOf(target);
  return parts && createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

function partsOf(target: ServerTarget): readonly unknown[] | undefined {
  switch (target.kind) {
    case 'command':
      return ['command', target.command, target.args ?? [], target.cwd ?? null];
    case 'url': {
      const url = URL.parse(target.url);
      return url === null ? undefined : ['url', url.origin, url.pathname];
    }
    case 'streams':
      return undefined;
  }
}
