import type { Standing } from '@toolmark/api-contract';
import type { Log } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import type { CatalogTool } from '../../model/catalog.ts';

/** Logs, once for each server, that its claims wait for a review. */
export interface ReviewNotice {
  readonly add: (tool: CatalogTool, standing: Standing) => void;
  /** Logs the servers of the tools added since the last call. */
  readonly log: () => void;
}

export function createReviewNotice(log: Log): ReviewNotice {
  let waiting = new Map<string, number>();
  let logged: ReadonlySet<string> = new Set();
  return {
    add: ({ server }, { unreviewed }) => {
      if (unreviewed.length > 0) waiting.set(server, (waiting.get(server) ?? 0) + 1);
    },
    log: () => {
      for (const [server, count] of waiting) {
        if (logged.has(server)) continue;
        const tools = count === 1 ? 'a tool claims' : `${count} tools claim`;
        const line = `${server}: ${tools} to be safer than MCP's defaults, which no person has accepted yet. Calls ask until then. Review: toolmark review ${server}`;
        log.warn({}, toPrintable(line, MAX_LINE));
      }
      // Log a server again if it was reviewed and waits again.
      logged = new Set(waiting.keys());
      waiting = new Map();
    },
  };
}

const MAX_LINE = 1_000;
