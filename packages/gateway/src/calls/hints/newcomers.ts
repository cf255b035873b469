import type { CatalogTool } from '../../model/catalog.ts';

/** Tells the tools that a server has from the start from those that it adds later. */
export interface Newcomers {
  /** Whether a tool that was never pinned appeared on a server whose other tools were known before. */
  readonly isNew: (server: string, tool: string) => boolean;
}

export interface NewcomersDeps {
  /** Everything that is offered now. */
  readonly tools: () => readonly CatalogTool[];
  /** Whether any tool of the server was ever pinned. */
  readonly isKnown: (server: string) => boolean;
}

/**
 * The tools of a new server are pinned one after the other, and calls come in between: everything that it offers when the first of
 * them is pinned is there from the start.
 */
export function createNewcomers({ tools, isKnown }: NewcomersDeps): Newcomers {
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
