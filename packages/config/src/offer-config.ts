import type { ToolClass } from '@toolmark/annotations';

/** A named part of everything that is offered, under `/mcp/p/<name>`. Read, checked and filled in. */
export interface ProfileConfig {
  /** As it stands in addresses. */
  readonly name: string;
  /** For people who choose one; `null` where none was given. */
  readonly description: string | null;
  /** Globs. */
  readonly servers: readonly string[];
  /** Globs of tools as their servers call them, or `server/tool`. */
  readonly tools: readonly string[];
  /** The same; what they match is left out. */
  readonly exclude: readonly string[];
  /** By effective class. */
  readonly classes: readonly ToolClass[];
}

/** What a person changed about how tools are offered. What is not there is as the server has it. */
export interface CurationConfig {
  /** A glob. */
  readonly server: string;
  /** A glob of tools as their servers call them. */
  readonly tool: string;
  readonly enabled?: boolean;
  /** Instead of the tool's own; only for exact names. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
}

/** Where servers are looked for that people could add. */
export interface RegistryConfig {
  readonly url: string;
}
