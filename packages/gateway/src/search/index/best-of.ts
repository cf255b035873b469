/** Something that was found, and how well it fits. */
export interface Match<Tool> {
  readonly tool: Tool;
  readonly score: number;
}

/**
 * The best by score, best first; of two that are as good, the one that comes first. Sorting thousands to show ten would take longer
 * than finding them.
 *
 * @example
 * bestOf(new Float32Array([1, 3]), ['a', 'b'], 1, () => true) // [{ tool: 'b', score: 3 }]
 */
export function bestOf<Tool>(
  scores: Float32Array,
  tools: readonly (Tool | undefined)[],
  limit: number,
  accepts: (tool: Tool) => boolean,
): readonly Match<Tool>[] {
  const best: Match<Tool>[] = [];
  for (let slot = 0; slot < scores.length; slot += 1) {
    const score = scores[slot] ?? 0;
    const tool = tools[slot];
    if (score === 0 || tool === undefined) continue;
    const last = best.at(-1);
    if (best.length === limit && (last === undefined || score <= last.score)) continue;
    if (!accepts(tool)) continue;
    let place = best.length;
    while (place > 0 && (best[place - 1]?.score ?? 0) < score) place -= 1;
    best.splice(place, 0, { tool, score });
    if (best.length > limit) best.pop();
  }
  return best;
}
