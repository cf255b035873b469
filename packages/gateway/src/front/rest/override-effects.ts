import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  HINT_NAMES,
  type HintName,
  type Inference,
  infer,
  type PartialHints,
  PERMISSIVE_HINTS,
  type ToolDefinition,
  weigh,
} from '@toolmark/annotations';
import type { Override, OverrideAnswer, OverrideEffect, ToolMeaning } from '@toolmark/api-contract';
import { createHintSettings } from '../../catalog/hints/create-hint-settings.ts';
import { isSameSettings, type ToolHintSettings } from '../../catalog/hints/hint-settings.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import type { RestDeps } from './deps.ts';

/** The effects of a changed list of overrides on tools. */
export type OverrideEffects = Pick<OverrideAnswer, 'effects' | 'affected_tools' | 'relaxed_tools'>;

export interface OverrideLists {
  readonly before: readonly Override[];
  readonly after: readonly Override[];
}

/** More effects than a person reads; further ones are only counted. */
const MAX_EFFECTS = 100;

/** After this many tools, yield to pending calls. */
const TOOLS_PER_TURN = 50;

/** The effects of another list of overrides on these tools, computed like in the catalog. */
export async function overrideEffects(
  tools: readonly CatalogTool[],
  { before, after }: OverrideLists,
  { trustOf, standings }: Pick<RestDeps, 'trustOf' | 'standings'>,
): Promise<OverrideEffects> {
  const { reviewedOf } = standings;
  const settingsBefore = createHintSettings({ overrides: before, trustOf, reviewedOf });
  const settingsAfter = createHintSettings({ overrides: after, trustOf, reviewedOf });
  const effects: OverrideEffect[] = [];
  for (const [index, { server, definition }] of tools.entries()) {
    if (index % TOOLS_PER_TURN === TOOLS_PER_TURN - 1) await nextTurn();
    const [old, current] = [settingsBefore.of(server, definition.name), settingsAfter.of(server, definition.name)];
    if (isSameSettings(old, current)) continue;
    const effect = toEffect(resolveMeaning(definition, old), resolveMeaning(definition, current));
    if (effect !== undefined) effects.push({ server, tool: definition.name, ...effect });
  }
  const relaxed = effects.filter((effect) => effect.is_relaxed);
  const others = effects.filter((effect) => !effect.is_relaxed);
  return {
    effects: [...relaxed, ...others].slice(0, MAX_EFFECTS),
    affected_tools: effects.length,
    relaxed_tools: relaxed.length,
  };
}

/**
 * The hints in which a future tool may be relaxed: set to the permissive value now, or no longer set to the strict one.
 */
export function relaxedForFutureTools(before: PartialHints = {}, after: PartialHints = {}): readonly HintName[] {
  return HINT_NAMES.filter((hint) => {
    const permissive = PERMISSIVE_HINTS[hint];
    return before[hint] !== after[hint] && (after[hint] === permissive || before[hint] === !permissive);
  });
}

/** Caches inferences, because they take the longest, and a dry run is usually followed by the change itself. */
const inferences = new WeakMap<ToolDefinition, Inference>();

function resolveMeaning(definition: ToolDefinition, { trust, reviewed, override }: ToolHintSettings): ToolMeaning {
  const inference = inferences.get(definition) ?? infer(definition);
  inferences.set(definition, inference);
  const { class: toolClass, hints } = weigh(definition, inference, { trust, reviewed, override });
  const valueOfHint = (hint: HintName): boolean => hints[hint].value;
  return {
    class: toolClass,
    hints: {
      readOnlyHint: valueOfHint('readOnlyHint'),
      destructiveHint: valueOfHint('destructiveHint'),
      idempotentHint: valueOfHint('idempotentHint'),
      openWorldHint: valueOfHint('openWorldHint'),
    },
  };
}

/**
 * `undefined` if the effective hints are the same. Each hint is compared separately: a stricter one does not compensate
 * for a relaxed one. A relaxed class always has a relaxed hint.
 */
function toEffect(before: ToolMeaning, after: ToolMeaning): Omit<OverrideEffect, 'server' | 'tool'> | undefined {
  const changed = HINT_NAMES.filter((hint) => before.hints[hint] !== after.hints[hint]);
  if (changed.length === 0) return undefined;
  return { before, after, is_relaxed: changed.some((hint) => after.hints[hint] === PERMISSIVE_HINTS[hint]) };
}
