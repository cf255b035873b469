import type { Result } from '@toolmark/annotations';
import type { Override, OverrideChange } from '@toolmark/api-contract';
import type { OverrideConfig } from '@toolmark/config';
import type { OverrideSetting } from '../../catalog/hints/override-state.ts';
import type { ChangeAuthor, ChangeProblem } from './change-problem.ts';

/** Hints that persons set: in the config, or while the gateway runs. */
export interface Overrides {
  /** Those of the config first. */
  readonly list: () => readonly Override[];
  /** The one that counts for a tool: an exact name comes before a pattern, a longer pattern before a shorter one. */
  readonly of: (server: string, tool: string) => Override | undefined;
  /** What was set and taken back while gateways ran, the newest first; only so many are kept. */
  readonly history: () => readonly OverrideChange[];
  /**
   * Sets hints of a tool, or of all that match, in place of what was set there before. Where nothing is left of them the override
   * is gone. A conflict, where the config has one for the same: it has to be changed there. Resolves when it counts.
   */
  readonly set: (
    server: string,
    tool: string,
    setting: OverrideSetting,
  ) => Promise<Result<Override | undefined, ChangeProblem>>;
  /** Whether there was one. Resolves when it counts no more. */
  readonly remove: (server: string, tool: string, by?: ChangeAuthor) => Promise<Result<boolean, ChangeProblem>>;
  /** Takes up what the config says now. */
  readonly apply: (config: readonly OverrideConfig[]) => void;
  readonly close: () => Promise<void>;
}
