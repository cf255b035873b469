import type { SearchableTool } from './searchable.ts';
import { createToolIndex, type ToolIndex, type ToolIndexOptions } from './tool-index.ts';

/** The index of whatever is offered at the time. It is brought up to date beside other work, never all at once. */
export interface KeptIndex<Tool extends SearchableTool> {
  /** An index that has exactly these; at once where nothing has changed. The list is compared by its tools, which are values. */
  readonly of: (tools: readonly Tool[]) => Promise<ToolIndex<Tool>>;
}

export interface KeptIndexDeps extends ToolIndexOptions {
  /** Lets everything else have its turn. */
  readonly giveWay: () => Promise<void>;
  /** In milliseconds, from whenever. */
  readonly now: () => number;
}

/** How long it works without a pause: a call that comes meanwhile does not notice. */
const SLICE_MS = 3;
/** An index of which so much is gone is made anew: what is gone still makes words look common. */
const MOST_GONE = 0.25;

export function createKeptIndex<Tool extends SearchableTool>(deps: KeptIndexDeps): KeptIndex<Tool> {
  const { giveWay, now } = deps;
  let index: ToolIndex<Tool> = createToolIndex<Tool>(deps);
  let has: ReadonlySet<Tool> = new Set();
  let current: readonly Tool[] = [];
  let latest: Promise<unknown> = Promise.resolve();

  const update = async (tools: readonly Tool[]): Promise<ToolIndex<Tool>> => {
    // Whoever came before may have brought it up to date.
    if (tools === current) return index;
    let since = now();
    const pause = async (): Promise<void> => {
      if (now() - since < SLICE_MS) return;
      await giveWay();
      since = now();
    };
    const wanted = new Set(tools);
    const removed = [...has].filter((tool) => !wanted.has(tool));
    const isWorn = index.gone() + removed.length > MOST_GONE * wanted.size;
    const next = isWorn ? createToolIndex<Tool>(deps) : index;
    if (!isWorn) for (const tool of removed) next.remove(tool);
    for (const tool of wanted) {
      if (!isWorn && has.has(tool)) continue;
      next.add(tool);
      await pause();
    }
    index = next;
    has = wanted;
    current = tools;
    return index;
  };

  return {
    of: (tools) => {
      if (tools === current) return Promise.resolve(index);
      const updated = latest.then(() => update(tools));
      latest = updated.catch(() => {
        // Half of it may be in; it is made anew.
        index = createToolIndex<Tool>(deps);
        has = new Set();
        current = [];
      });
      return updated;
    },
  };
}
