import type { ToolClass } from '@toolmark/annotations';

/** A named subset of the tools, at `/mcp/p/<name>`. Checked and completed. */
export interface ProfileConfig {
  /** As written in addresses. */
  readonly name: string;
  /** Shown where people choose a profile; `null` if there is none. */
  readonly description: string | null;
  /** Globs. */
  readonly servers: readonly string[];
  /** Globs of tools by their servers' own names, or `server/tool`. */
  readonly tools: readonly string[];
  /** The same form; matching tools are left out. */
  readonly exclude: readonly string[];
  /** Effective classes. */
  readonly classes: readonly ToolClass[];
}

/** A person's changes of how tools are offered. Missing fields keep the server's values. */
export interface CurationConfig {
  /** A glob. */
  readonly server: string;
  /** A glob of tools by their servers' own names. */
  readonly tool: string;
  readonly enabled?: boolean;
  /** Replaces the tool's own; only for exact names. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
}

/** The registry that is searched for servers to add. */
export interface RegistryConfig {
  readonly url: string;
}
