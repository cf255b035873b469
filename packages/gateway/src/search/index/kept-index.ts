import type { SearchableTool } from './searchable.ts';
import { createToolIndex, type ToolIndex, type ToolIndexOptions } from './tool-index.ts';

/** A search index that is updated incrementally, in slices, for the current list of tools. */
export interface KeptIndex<Tool extends SearchableTool> {
  /** Returns an index with exactly these tools, at once if nothing changed. Tools are compared by identity. */
  readonly of: (tools: readonly Tool[]) => Promise<ToolIndex<Tool>>;
}

export interface KeptIndexDeps extends ToolIndexOptions {
  /** Yields to other work. */
  readonly yieldTurn: () => Promise<void>;
  /** A monotonic time in milliseconds. */
  readonly now: () => number;
}

/** Works this long without a pause, which a concurrent call does not notice. */
const SLICE_MS = 3;
/** Above this share of removed tools the index is rebuilt, because they still affect word frequencies. */
const MAX_REMOVED_SHARE = 0.25;

export function createKeptIndex<Tool extends SearchableTool>(deps: KeptIndexDeps): KeptIndex<Tool> {
  const { yieldTurn, now } = deps;
  let index: ToolIndex<Tool> = createToolIndex<Tool>(deps);
  let indexed: ReadonlySet<Tool> = new Set();
  let current: readonly Tool[] = [];
  let latest: Promise<unknown> = Promise.resolve();

  const update = async (tools: readonly Tool[]): Promise<ToolIndex<Tool>> => {
    // An earlier request may have updated it already.
    if (tools === current) return index;
    let since = now();
    const pause = async (): Promise<void> => {
      if (now() - since < SLICE_MS) return;
      await yieldTurn();
      since = now();
    };
    const wanted = new Set(tools);
    const removed = [...indexed].filter((tool) => !wanted.has(tool));
    const needsRebuild = index.removedCount() + removed.length > MAX_REMOVED_SHARE * wanted.size;
    const next = needsRebuild ? createToolIndex<Tool>(deps) : index;
    if (!needsRebuild) for (const tool of removed) next.remove(tool);
    for (const tool of wanted) {
      if (!needsRebuild && indexed.has(tool)) continue;
      next.add(tool);
      await pause();
    }
    index = next;
    indexed = wanted;
    current = tools;
    return index;
  };

  return {
    of: (tools) => {
      if (tools === current) return Promise.resolve(index);
      const updated = latest.then(() => update(tools));
      latest = updated.catch(() => {
        // The update may be incomplete, so start again with an empty index.
        index = createToolIndex<Tool>(deps);
        indexed = new Set();
        current = [];
      });
      return updated;
    },
  };
}
