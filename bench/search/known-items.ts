import { RANKING } from '../../packages/gateway/src/search/index/ranking.ts';
import { createToolIndex, type ToolIndexOptions } from '../../packages/gateway/src/search/index/tool-index.ts';
import type { LabelledTool } from './labelled-set.ts';
import { NO_THESAURUS } from './quality.ts';

/**
 * A check without labels, on tools unused for tuning: searches each by the first sentence of its own description, in an
 * index without descriptions. Descriptions use other words than names, so this measures stemming and the thesaurus on
 * new data.
 */
export function printKnownItems(tools: readonly LabelledTool[]): void {
  const described = tools.flatMap((tool) => {
    const sentence = /^[\x20-\x7e]{20,300}?[.!\n]/.exec(String(tool.definition.description))?.[0];
    return sentence === undefined ? [] : [{ tool, sentence }];
  });
  console.log(
    `\n  ${described.length} of ${tools.length} third-party tools, searched by the first sentence of their descriptions, in an index without descriptions`,
  );
  for (const [what, options] of [
    ['default', {}],
    ['without the thesaurus', { thesaurus: NO_THESAURUS }],
    ['without thesaurus and intent', { thesaurus: NO_THESAURUS, ranking: { ...RANKING, intent: 0 } }],
  ] as const satisfies readonly (readonly [string, ToolIndexOptions])[]) {
    const index = createToolIndex<LabelledTool>(options);
    const bare = new Map(tools.map((tool) => [tool, { ...tool, definition: { ...tool.definition, description: '' } }]));
    for (const tool of bare.values()) index.add(tool);
    const ranks = described.map(({ tool, sentence }) =>
      index
        .search(sentence)
        .best(10, () => true)
        .findIndex((match) => match.tool === bare.get(tool)),
    );
    const shareBelow = (most: number): string =>
      (ranks.filter((rank) => rank !== -1 && rank < most).length / ranks.length).toFixed(3);
    console.log(
      `    ${what.padEnd(32)} first ${shareBelow(1)}, in the first five ${shareBelow(5)}, in the first ten ${shareBelow(10)}`,
    );
  }
}
