import type { CatalogTool } from './catalog.ts';

/**
 * The servers and tools that exist for a caller. Anything outside is absent from lists, searches, errors, logs and resources.
 * Immutable: every change of the config or of a token makes a new scope.
 */
export interface Scope {
  /** Scopes with the same key have the same content. */
  readonly key: string;
  readonly hasServer: (server: string) => boolean;
  /** The tool's server must be in the scope. */
  readonly hasTool: (tool: ScopedTool) => boolean;
}

/** The part of a tool that a scope depends on. */
export type ScopedTool = Pick<CatalogTool, 'server' | 'definition' | 'resolution'>;
