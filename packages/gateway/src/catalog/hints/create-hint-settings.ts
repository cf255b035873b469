import { HINT_NAMES, type HintName, type PartialHints } from '@toolmark/annotations';
import type { Override, ToolCuration } from '@toolmark/api-contract';
import type { Trust } from '@toolmark/config';
import { UNCURATED } from '../curation.ts';
import { type HintSettings, PLAIN_SETTINGS, type ToolHintSettings } from './hint-settings.ts';
import { indexOverrides } from './override-index.ts';

export interface HintSettingsSources {
  /** The current overrides: settings are immutable, so a changed list needs new settings. */
  readonly overrides: readonly Override[];
  readonly trustOf: (server: string) => Trust;
  /** The accepted claims; none by default. */
  readonly reviewedOf?: (server: string, tool: string) => readonly HintName[];
  /** The curations; none by default. */
  readonly curationOf?: (server: string, tool: string) => ToolCuration;
}

/**
 * Combines everything that is set for tools besides their servers' declarations. Each hint is taken from the most
 * specific override that sets it.
 *
 * @example
 * const settings = createHintSettings({ overrides: overrides.list(), trustOf: () => 'declared' });
 * settings.of('notes', 'purge').overrideReason // 'set by ada on 2026-11-16: the server lies'
 */
export function createHintSettings({
  overrides,
  trustOf,
  reviewedOf = () => PLAIN_SETTINGS.reviewed,
  curationOf = () => UNCURATED,
}: HintSettingsSources): HintSettings {
  const overridesOf = indexOverrides(overrides);
  return {
    of: (server, tool) => {
      const trust = trustOf(server);
      const reviewed = trust === 'review' ? reviewedOf(server, tool) : PLAIN_SETTINGS.reviewed;
      const curation = curationOf(server, tool);
      const found = overridesOf(server, tool);
      if (found.length > 0) return { trust, reviewed, ...mergeOverrides(found), curation };
      const isPlain = trust === PLAIN_SETTINGS.trust && curation === UNCURATED;
      return isPlain ? PLAIN_SETTINGS : { ...PLAIN_SETTINGS, trust, reviewed, curation };
    },
  };
}

function mergeOverrides(overrides: readonly Override[]): Omit<ToolHintSettings, 'trust' | 'reviewed' | 'curation'> {
  const hints: { [Hint in HintName]?: boolean } = {};
  const setBy = new Map<Override, HintName[]>();
  for (const hint of HINT_NAMES) {
    const by = overrides.find((override) => override.hints[hint] !== undefined);
    const value = by?.hints[hint];
    if (by === undefined || value === undefined) continue;
    hints[hint] = value;
    setBy.set(by, [...(setBy.get(by) ?? []), hint]);
  }
  return { override: hints satisfies PartialHints, overrideReason: describeAuthors([...setBy]) };
}

/** One sentence for all hints of the tool; with several authors it names the hints of each. */
function describeAuthors(setBy: readonly (readonly [Override, readonly HintName[]])[]): string | undefined {
  const [first, ...others] = setBy;
  if (first === undefined) return undefined;
  if (others.length === 0) return toReason(first[0]);
  return setBy.map(([override, hints]) => `${hints.join(', ')} ${toReason(override)}`).join('; ');
}

/**
 * Author, date and reason of an override.
 *
 * @example
 * toReason(override) // 'set by ada on 2026-11-16: the server lies'
 */
function toReason({ author, at, reason, origin }: Override): string {
  const fallback = origin === 'config' ? 'set in the config' : 'set by a person';
  const prefix = author === null ? fallback : `set by ${author}`;
  const date = at === null ? '' : ` on ${at.slice(0, 'YYYY-MM-DD'.length)}`;
  return `${prefix}${date}${reason === null ? '' : `: ${reason}`}`;
}
