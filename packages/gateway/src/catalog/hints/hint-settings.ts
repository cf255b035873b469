import { HINT_NAMES, type HintName, type PartialHints } from '@toolmark/annotations';
import type { ToolCuration } from '@toolmark/api-contract';
import type { Trust } from '@toolmark/config';
import { isSameCuration, UNCURATED } from '../curation.ts';

/** Settings of people, evidence and the config for tools. Immutable: changes create a new value. */
export interface HintSettings {
  readonly of: (server: string, tool: string) => ToolHintSettings;
}

export interface ToolHintSettings {
  readonly trust: Trust;
  /** Accepted claims; effective with the trust `review`. */
  readonly reviewed: readonly HintName[];
  /** Empty without overrides. */
  readonly override: PartialHints;
  /** Author and reason, used as the reason of the hint: `set by ada: the server lies`. */
  readonly overrideReason: string | undefined;
  /** The presentation. It has no effect on hints. */
  readonly curation: ToolCuration;
}

/** The settings of a tool without any. */
export const PLAIN_SETTINGS: ToolHintSettings = Object.freeze({
  trust: 'declared',
  reviewed: Object.freeze([]),
  override: Object.freeze({}),
  overrideReason: undefined,
  curation: UNCURATED,
});

export const NO_HINT_SETTINGS: HintSettings = Object.freeze({
  of: () => PLAIN_SETTINGS,
});

const isSameClaims = (one: readonly HintName[], other: readonly HintName[]): boolean =>
  one === other || (one.length === other.length && one.every((claim) => other.includes(claim)));

/** Whether two settings are equal. */
export function isSameSettings(one: ToolHintSettings, other: ToolHintSettings): boolean {
  return (
    one === other ||
    (one.trust === other.trust &&
      isSameClaims(one.reviewed, other.reviewed) &&
      one.overrideReason === other.overrideReason &&
      isSameCuration(one.curation, other.curation) &&
      HINT_NAMES.every((hint) => one.override[hint] === other.override[hint]))
  );
}
