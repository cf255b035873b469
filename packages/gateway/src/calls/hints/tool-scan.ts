import type { Clock } from '@toolmark/base';
import type { CatalogTool } from '../../model/catalog.ts';

/** Visits all offered tools in small portions, so that calls are not delayed. */
export interface ToolScan {
  /** Starts a scan, or another one after the scan in progress. */
  readonly start: () => void;
  /** Finishes a scan at once, if one is scheduled or in progress. */
  readonly finish: () => void;
  readonly close: () => void;
}

export interface ToolScanDeps {
  readonly tools: () => readonly CatalogTool[];
  readonly visit: (tool: CatalogTool) => void;
  /** Called after all tools were visited. */
  readonly done: () => void;
  readonly clock: Clock;
}

/** Debounce: servers connect one after the other. */
export const SCAN_AFTER_MS = 100;
const PORTION = 50;
const PAUSE_MS = 5;

export function createToolScan({ tools, visit, done, clock }: ToolScanDeps): ToolScan {
  let cancel: (() => void) | undefined;
  let isRunning = false;
  let isStale = false;

  const begin = (): void => {
    cancel = clock.after(SCAN_AFTER_MS, () => {
      isRunning = true;
      isStale = false;
      visitFrom(tools(), 0);
    });
  };
  const visitFrom = (all: readonly CatalogTool[], from: number): void => {
    const next = from + PORTION;
    for (const tool of all.slice(from, next)) visit(tool);
    if (next < all.length) {
      cancel = clock.after(PAUSE_MS, () => visitFrom(all, next));
      return;
    }
    isRunning = false;
    cancel = undefined;
    if (isStale) begin();
    done();
  };
  return {
    start: () => {
      if (isRunning) isStale = true;
      else if (cancel === undefined) begin();
    },
    finish: () => {
      if (cancel === undefined) return;
      cancel();
      cancel = undefined;
      isRunning = false;
      for (const tool of tools()) visit(tool);
      done();
    },
    close: () => cancel?.(),
  };
}
