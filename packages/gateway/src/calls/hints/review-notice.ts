import type { Standing } from '@toolmark/api-contract';
import type { Log } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import type { CatalogTool } from '../../model/catalog.ts';

/** Says in the log, once for each server, that claims of it wait for a person. */
export interface ReviewNotice {
  readonly look: (tool: CatalogTool, standing: Standing) => void;
  /** Every tool has been looked at. */
  readonly tell: () => void;
}

export function createReviewNotice(log: Log): ReviewNotice {
  let waiting = new Map<string, number>();
  let told: ReadonlySet<string> = new Set();
  return {
    look: ({ server }, { unreviewed }) => {
      if (unreviewed.length > 0) waiting.set(server, (waiting.get(server) ?? 0) + 1);
    },
    tell: () => {
      for (const [server, count] of waiting) {
        if (told.has(server)) continue;
        const tools = count === 1 ? 'a tool claims' : `${count} tools claim`;
        const line = `${server}: ${tools} to be safer than MCP's defaults, which no person has accepted yet. Calls ask until then. Review: toolmark review ${server}`;
        log.warn({}, toPrintable(line, MAX_LINE));
      }
      // A server that was reviewed and waits again is told of again.
      told = new Set(waiting.keys());
      waiting = new Map();
    },
  };
}

const MAX_LINE = 1_000;
