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
 * The definition that counts where a server lists two under one name, since nobody can say which of them it will run: the one that
 * is stricter by its hints and its words, with every hint that only the other one gives up given up as well.
 *
 * A definition and not only a weighing, so that its pin is that of the stricter one: when the server leaves the stricter out, the
 * tool has relaxed and is held.
 */
export function strictestOf(one: StudiedTool, other: StudiedTool): ToolDefinition {
  const [strict, mild] = classRank(other) > classRank(one) ? [other, one] : [one, other];
  const kept = readAnnotations(strict.definition).hints;
  const given = readAnnotations(mild.definition).hints;
  // A tool that only reads destroys nothing, whether or not it says so.
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

/** By what both say of themselves, whatever a person set: the same for everybody. */
const classRank = ({ weigh }: StudiedTool): number => TOOL_CLASSES.indexOf(weigh(PLAIN_SETTINGS).class);
