/** A found tool with its score. */
export interface Match<Tool> {
  readonly tool: Tool;
  readonly score: number;
}

/**
 * Selects the best by score, in stable order. Sorting thousands to return ten would take longer than the search itself.
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
    let position = best.length;
    while (position > 0 && (best[position - 1]?.score ?? 0) < score) position -= 1;
    best.splice(position, 0, { tool, score });
    if (best.length > limit) best.pop();
  }
  return best;
}
