import { HINT_NAMES, type HintName, type PartialHints } from '@toolmark/annotations';
import type { Override, ToolCuration } from '@toolmark/api-contract';
import type { Trust } from '@toolmark/config';
import { UNCURATED } from '../curation.ts';
import { type HintSettings, PLAIN_SETTINGS, type ToolHintSettings } from './hint-settings.ts';
import { indexOverrides } from './override-index.ts';

export interface HintSettingsSources {
  /** As `overrides.list()` has them now: the settings are a value, and another list makes others. */
  readonly overrides: readonly Override[];
  readonly trustOf: (server: string) => Trust;
  /** The claims that a person has accepted; none unless given. */
  readonly reviewedOf?: (server: string, tool: string) => readonly HintName[];
  /** How tools are offered; as their servers have them unless given. */
  readonly curationOf?: (server: string, tool: string) => ToolCuration;
}

/**
 * Puts together what counts for each tool beside the word of its server. Each hint is taken from the most specific override that
 * sets it.
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
      if (found.length > 0) return { trust, reviewed, ...merge(found), curation };
      const isPlain = trust === PLAIN_SETTINGS.trust && curation === UNCURATED;
      return isPlain ? PLAIN_SETTINGS : { ...PLAIN_SETTINGS, trust, reviewed, curation };
    },
  };
}

function merge(overrides: readonly Override[]): Omit<ToolHintSettings, 'trust' | 'reviewed' | 'curation'> {
  const hints: { [Hint in HintName]?: boolean } = {};
  const setBy = new Map<Override, HintName[]>();
  for (const hint of HINT_NAMES) {
    const by = overrides.find((override) => override.hints[hint] !== undefined);
    const value = by?.hints[hint];
    if (by === undefined || value === undefined) continue;
    hints[hint] = value;
    setBy.set(by, [...(setBy.get(by) ?? []), hint]);
  }
  return { override: hints satisfies PartialHints, overrideReason: reasonOf([...setBy]) };
}

/** One sentence for all hints of the tool: where several people set them, it says who set which. */
function reasonOf(setBy: readonly (readonly [Override, readonly HintName[]])[]): string | undefined {
  const [first, ...others] = setBy;
  if (first === undefined) return undefined;
  if (others.length === 0) return toReason(first[0]);
  return setBy.map(([override, hints]) => `${hints.join(', ')} ${toReason(override)}`).join('; ');
}

/**
 * Who set it, when and why.
 *
 * @example
 * toReason(override) // 'set by ada on 2026-11-16: the server lies'
 */
function toReason({ author, at, reason, origin }: Override): string {
  const nobody = origin === 'config' ? 'set in the config' : 'set by a person';
  const who = author === null ? nobody : `set by ${author}`;
  const when = at === null ? '' : ` on ${at.slice(0, 'YYYY-MM-DD'.length)}`;
  return `${who}${when}${reason === null ? '' : `: ${reason}`}`;
}
