import type { CatalogTool } from './catalog.ts';

/**
 * What a caller gets to see. What is outside of it does not exist for them: not in lists, searches, errors, logs or resources.
 * A value: every change of the config or of a token makes a new one.
 */
export interface Scope {
  /** Two scopes with the same key show the same. */
  readonly key: string;
  readonly hasServer: (server: string) => boolean;
  /** Of a server that it has. */
  readonly hasTool: (tool: ScopedTool) => boolean;
}

/** As much of a tool as a scope asks about. */
export type ScopedTool = Pick<CatalogTool, 'server' | 'definition' | 'resolution'>;
