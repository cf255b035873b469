import type { CatalogTool } from '../../model/catalog.ts';

/** Distinguishes the tools that a server offers from the start from those that it adds later. */
export interface NewTools {
  /** Whether this tool without a pin was added to a server whose other tools were known before. */
  readonly isNew: (server: string, tool: string) => boolean;
}

export interface NewToolsDeps {
  /** All tools that are offered now. */
  readonly tools: () => readonly CatalogTool[];
  /** Whether any tool of the server was ever pinned. */
  readonly isKnown: (server: string) => boolean;
}

/**
 * All tools that a new server offers when the first of them is pinned count as there from the start: they are pinned one after the other,
 * with calls in between.
 */
export function createNewTools({ tools, isKnown }: NewToolsDeps): NewTools {
  const firstOffers = new Map<string, ReadonlySet<string>>();
  return {
    isNew: (server, tool) => {
      const first = firstOffers.get(server);
      if (first !== undefined) return !first.has(tool);
      if (isKnown(server)) return true;
      const offered = tools().filter((other) => other.server === server);
      firstOffers.set(server, new Set([tool, ...offered.map(({ definition }) => definition.name)]));
      return false;
    },
  };
}
