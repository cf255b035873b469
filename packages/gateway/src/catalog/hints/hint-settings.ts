import { HINT_NAMES, type HintName, type PartialHints } from '@toolmark/annotations';
import type { ToolCuration } from '@toolmark/api-contract';
import type { Trust } from '@toolmark/config';
import { isSameCuration, UNCURATED } from '../curation.ts';

/** What persons, proofs and the config have to say about tools, beside their servers. A value: changes make a new one. */
export interface HintSettings {
  readonly of: (server: string, tool: string) => ToolHintSettings;
}

export interface ToolHintSettings {
  readonly trust: Trust;
  /** Relaxing claims that a person has accepted; they count where the trust is `review`. */
  readonly reviewed: readonly HintName[];
  /** Empty where nobody set anything. */
  readonly override: PartialHints;
  /** Who set it and why, as the reason of the hint says it: `set by ada: the server lies`. */
  readonly overrideReason: string | undefined;
  /** How it is offered. No hint is another one for it. */
  readonly curation: ToolCuration;
}

/** What is said of a tool of which nothing is. */
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

/** Whether a tool is the same under both. */
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
