import type { Result } from '@toolmark/annotations';
import type { Override, OverrideRequest } from '@toolmark/api-contract';
import type { OverrideConfig } from '../config/policy-config.ts';

/** Hints that persons set: in the config, or while the gateway runs. */
export interface Overrides {
  /** Those of the config first. */
  readonly list: () => readonly Override[];
  /** The one that counts for a tool: an exact name comes before a pattern, a longer pattern before a shorter one. */
  readonly of: (server: string, tool: string) => Override | undefined;
  /**
   * Sets hints of a tool, or of all that match, in place of what was set there before. Where nothing is left of them the override
   * is gone. A sentence, where the config has one for the same: it has to be changed there; or where it cannot be written.
   */
  readonly set: (
    server: string,
    tool: string,
    request: OverrideRequest,
  ) => Promise<Result<Override | undefined, string>>;
  /** Whether there was one. */
  readonly remove: (server: string, tool: string) => Promise<Result<boolean, string>>;
  /** Takes up what the config says now. */
  readonly apply: (config: readonly OverrideConfig[]) => void;
  readonly close: () => Promise<void>;
}
