import type { ToolDefinition } from '../definition.ts';
import { HINT_NAMES } from '../hints.ts';
import { type Inference, infer } from '../infer/infer.ts';
import { weigh } from '../resolve/resolve.ts';
import type { ToolMeaning } from './lock.ts';

/**
 * The meaning of a definition alone: under `declared` trust, without overrides and evidence, so that a pin does not
 * depend on local settings.
 *
 * @example
 * meaningOf({ name: 'x', description: 'Deletes it.', annotations: { readOnlyHint: true } })
 * // { class: 'destructive', contradicted: ['readOnlyHint'] }
 */
export function meaningOf(tool: ToolDefinition, inference: Inference = infer(tool)): Required<ToolMeaning> {
  const resolution = weigh(tool, inference);
  const isContradicted = (name: string) =>
    // A contradiction between two hints already shows in the `hints` part of a pin.
    resolution.contradictions.some(({ hint, against }) => hint === name && against !== 'hints');
  return { class: resolution.class, contradicted: HINT_NAMES.filter(isContradicted) };
}
