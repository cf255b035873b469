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

/** What another list of overrides does to tools. */
export type OverrideEffects = Pick<OverrideAnswer, 'effects' | 'affected_tools' | 'relaxed_tools'>;

export interface OverrideLists {
  readonly before: readonly Override[];
  readonly after: readonly Override[];
}

/** More than a person reads; the others are counted. */
const MOST_EFFECTS = 100;

/** So many are weighed before a call may go first. */
const AT_ONCE = 50;

/** What becomes of these tools, by everything that is said of them: the catalog weighs them in the same way. */
export async function overrideEffects(
  tools: readonly CatalogTool[],
  { before, after }: OverrideLists,
  { trustOf, standings }: Pick<RestDeps, 'trustOf' | 'standings'>,
): Promise<OverrideEffects> {
  const { reviewedOf } = standings;
  const was = createHintSettings({ overrides: before, trustOf, reviewedOf });
  const is = createHintSettings({ overrides: after, trustOf, reviewedOf });
  const effects: OverrideEffect[] = [];
  for (const [index, { server, definition }] of tools.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const [then, now] = [was.of(server, definition.name), is.of(server, definition.name)];
    if (isSameSettings(then, now)) continue;
    const effect = toEffect(meaningOf(definition, then), meaningOf(definition, now));
    if (effect !== undefined) effects.push({ server, tool: definition.name, ...effect });
  }
  const relaxed = effects.filter((effect) => effect.is_relaxed);
  const others = effects.filter((effect) => !effect.is_relaxed);
  return {
    effects: [...relaxed, ...others].slice(0, MOST_EFFECTS),
    affected_tools: effects.length,
    relaxed_tools: relaxed.length,
  };
}

/** Which hints a tool that nobody has seen yet may be relaxed in: by what is set for it from now on, or not set any more. */
export function relaxedLater(before: PartialHints = {}, after: PartialHints = {}): readonly HintName[] {
  return HINT_NAMES.filter((hint) => {
    const permissive = PERMISSIVE_HINTS[hint];
    return before[hint] !== after[hint] && (after[hint] === permissive || before[hint] === !permissive);
  });
}

/** Reading the words of a definition takes longest, and whoever asks what an override would do sets it right after. */
const inferences = new WeakMap<ToolDefinition, Inference>();

function meaningOf(definition: ToolDefinition, { trust, reviewed, override }: ToolHintSettings): ToolMeaning {
  const inference = inferences.get(definition) ?? infer(definition);
  inferences.set(definition, inference);
  const { class: toolClass, hints } = weigh(definition, inference, { trust, reviewed, override });
  const of = (hint: HintName): boolean => hints[hint].value;
  return {
    class: toolClass,
    hints: {
      readOnlyHint: of('readOnlyHint'),
      destructiveHint: of('destructiveHint'),
      idempotentHint: of('idempotentHint'),
      openWorldHint: of('openWorldHint'),
    },
  };
}

/**
 * `undefined` where the same counts. Each hint is looked at by itself: one that is stricter makes up for no other, and no class is
 * relaxed without one of them.
 */
function toEffect(before: ToolMeaning, after: ToolMeaning): Omit<OverrideEffect, 'server' | 'tool'> | undefined {
  const changed = HINT_NAMES.filter((hint) => before.hints[hint] !== after.hints[hint]);
  if (changed.length === 0) return undefined;
  return { before, after, is_relaxed: changed.some((hint) => after.hints[hint] === PERMISSIVE_HINTS[hint]) };
}
