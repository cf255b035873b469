import { descriptionOf } from '@toolmark/annotations';
import type { FoundTool, LeftOut, SearchAnswer, SearchFilter } from '@toolmark/api-contract';
import { toPrintable } from '@toolmark/reach';
import type { CatalogTool } from '../../model/catalog.ts';
import type { Matches } from '../index/tool-index.ts';
import { type Barrier, callBarrier } from './barrier.ts';
import { excludedBy, type HintFilters, isUndeclared } from './filters.ts';
import { firstSentence } from './first-sentence.ts';
import { composeNotes } from './notes.ts';
import { signatureOf } from './signature.ts';
import { VARIANTS } from './variants.ts';
import type { View } from './view.ts';

export interface Question extends HintFilters {
  readonly query: string;
  readonly limit: number;
  /** Restricts the search to one server. */
  readonly server: string | undefined;
}

/** A search result with the tools themselves. */
export interface Retrieval {
  readonly answer: SearchAnswer;
  /** In the order of `answer.tools`. */
  readonly tools: readonly CatalogTool[];
}

/** The number of excluded tools that are named per filter. */
const MAX_NAMED = 3;

/** Selects the best visible tools. Filters are applied before the limit. */
export function retrieve(matches: Matches<CatalogTool>, question: Question, view: View): Retrieval {
  const { limit, server } = question;
  const exists = (tool: CatalogTool): boolean =>
    view.catalog.toolsByName.get(tool.exposed) === tool && (server === undefined || tool.server === server);
  const isVisible = (tool: CatalogTool): boolean => exists(tool) && excludedBy(tool.resolution, question) === undefined;
  const found = matches.best(limit, isVisible);
  const tools = found.map(({ tool }) => tool);
  const barriers = tools.map((tool) => callBarrier(tool, view.toolStateOf(tool)));
  const leftOut = countExcluded(
    matches.best(limit, exists).map(({ tool }) => tool),
    question,
  );
  return {
    tools,
    answer: {
      tools: tools.map((tool, index) => toFound(tool, barriers[index])),
      total: matches.count(isVisible),
      left_out: leftOut,
      notes: composeNotes({ question, view, tools, barriers, leftOut }),
    },
  };
}

function toFound(tool: CatalogTool, barrier: Barrier | undefined): FoundTool {
  const { exposed, definition, resolution, curation } = tool;
  const { text, isShortened } = signatureOf(definition);
  return {
    id: exposed,
    title: toPrintable(curation.title ?? resolution.title.value),
    class: resolution.class,
    call: VARIANTS[resolution.class],
    signature: text,
    ...(isShortened && { shortened: true }),
    description: firstSentence(curation.description ?? descriptionOf(definition)),
    ...(barrier !== undefined && { status: barrier.kind }),
  };
}

/** The tools among the best matches that each filter excluded. */
function countExcluded(best: readonly CatalogTool[], filters: HintFilters): readonly LeftOut[] {
  const byFilter = new Map<SearchFilter, CatalogTool[]>();
  for (const tool of best) {
    const filter = excludedBy(tool.resolution, filters);
    if (filter !== undefined) byFilter.set(filter, [...(byFilter.get(filter) ?? []), tool]);
  }
  return [...byFilter].map(([filter, tools]) => ({
    filter,
    count: tools.length,
    undeclared: tools.filter(({ resolution }) => isUndeclared(resolution, filter)).length,
    best: tools.slice(0, MAX_NAMED).map(({ exposed }) => exposed),
  }));
}
