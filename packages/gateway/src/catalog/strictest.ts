import {
  DEFAULT_HINTS,
  HINT_NAMES,
  type HintName,
  isJsonObject,
  PERMISSIVE_HINTS,
  readAnnotations,
  TOOL_CLASSES,
  type ToolDefinition,
} from '@toolmark/annotations';
import { PLAIN_SETTINGS } from './hints/hint-settings.ts';
import type { StudiedTool } from './study-tool.ts';

/**
 * Combines two definitions with one name, because it is unknown which one the server runs: the stricter one by hints and texts,
 * without the permissive hints that the other one lacks.
 *
 * The result is a definition, not only a resolution, so that the stricter one is pinned: when the server removes it, the tool
 * has relaxed and is held.
 */
export function strictestOf(one: StudiedTool, other: StudiedTool): ToolDefinition {
  const [strict, mild] = classRank(other) > classRank(one) ? [other, one] : [one, other];
  const kept = readAnnotations(strict.definition).hints;
  const given = readAnnotations(mild.definition).hints;
  // A read-only tool is not destructive, whether or not it declares that.
  const isMoot = (hint: HintName): boolean =>
    given.readOnlyHint === true && (hint === 'destructiveHint' || hint === 'idempotentHint');
  const tightened = HINT_NAMES.filter(
    (hint) => kept[hint] === PERMISSIVE_HINTS[hint] && given[hint] !== PERMISSIVE_HINTS[hint] && !isMoot(hint),
  );
  if (tightened.length === 0) return strict.definition;
  const { annotations } = strict.definition;
  return {
    ...strict.definition,
    annotations: {
      ...(isJsonObject(annotations) ? annotations : {}),
      ...Object.fromEntries(tightened.map((hint) => [hint, DEFAULT_HINTS[hint]])),
    },
  };
}

/** The class by declarations alone, without overrides: the same for everyone. */
const classRank = ({ weigh }: StudiedTool): number => TOOL_CLASSES.indexOf(weigh(PLAIN_SETTINGS).class);
