import type { Result } from '@toolmark/annotations';
import type { Override, OverrideChange } from '@toolmark/api-contract';
import type { OverrideConfig } from '@toolmark/config';
import type { OverrideSetting } from '../../catalog/hints/override-state.ts';
import type { ChangeAuthor, ChangeProblem } from './change-problem.ts';

/** Hints set by people: in the config, or while the gateway runs. */
export interface Overrides {
  /** Overrides of the config first. */
  readonly list: () => readonly Override[];
  /** The effective override of a tool: an exact name precedes a pattern, a longer pattern a shorter one. */
  readonly of: (server: string, tool: string) => Override | undefined;
  /** Changes made while gateways ran, the newest first; limited in number. */
  readonly history: () => readonly OverrideChange[];
  /**
   * Replaces the override of a tool or pattern; without hints, removes it. A conflict if the config has an override for the same place,
   * which must be changed there. Resolves when the change is effective.
   */
  readonly set: (
    server: string,
    tool: string,
    setting: OverrideSetting,
  ) => Promise<Result<Override | undefined, ChangeProblem>>;
  /** Removes an override, and returns whether there was one. Resolves when the change is effective. */
  readonly remove: (server: string, tool: string, by?: ChangeAuthor) => Promise<Result<boolean, ChangeProblem>>;
  /** Replaces the overrides of the config. */
  readonly apply: (config: readonly OverrideConfig[]) => void;
  readonly close: () => Promise<void>;
}
