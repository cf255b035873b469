import { descriptionOf } from '@toolmark/annotations';
import type { FoundTool, LeftOut, SearchAnswer, SearchFilter } from '@toolmark/api-contract';
import { toPrintable } from '@toolmark/reach';
import type { CatalogTool } from '../../model/catalog.ts';
import type { Matches } from '../index/tool-index.ts';
import { type Barrier, barrierOf } from './barrier.ts';
import { type HintFilters, isUndeclared, leftOutBy } from './filters.ts';
import { notesOf } from './notes.ts';
import { oneLine } from './one-line.ts';
import { signatureOf } from './signature.ts';
import { VARIANTS } from './variants.ts';
import type { View } from './view.ts';

export interface Question extends HintFilters {
  readonly query: string;
  readonly limit: number;
  /** Only tools of this one. */
  readonly server: string | undefined;
}

/** What was found, with the tools themselves. */
export interface Retrieval {
  readonly answer: SearchAnswer;
  /** In the order of `answer.tools`. */
  readonly tools: readonly CatalogTool[];
}

/** How many of those that a filter left out are named. */
const NAMED = 3;

/** Looks through everything that fits for what may be shown. Whatever is filtered is filtered before it is counted. */
export function retrieve(matches: Matches<CatalogTool>, question: Question, view: View): Retrieval {
  const { limit, server } = question;
  const exists = (tool: CatalogTool): boolean =>
    view.catalog.toolsByName.get(tool.exposed) === tool && (server === undefined || tool.server === server);
  const isShown = (tool: CatalogTool): boolean => exists(tool) && leftOutBy(tool.resolution, question) === undefined;
  const found = matches.best(limit, isShown);
  const tools = found.map(({ tool }) => tool);
  const barriers = tools.map((tool) => barrierOf(tool, view.circumstancesOf(tool)));
  const leftOut = leftOutOf(
    matches.best(limit, exists).map(({ tool }) => tool),
    question,
  );
  return {
    tools,
    answer: {
      tools: tools.map((tool, index) => toFound(tool, barriers[index])),
      total: matches.count(isShown),
      left_out: leftOut,
      notes: notesOf({ question, view, tools, barriers, leftOut }),
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
    description: oneLine(curation.description ?? descriptionOf(definition)),
    ...(barrier !== undefined && { status: barrier.kind }),
  };
}

/** Of what would have been shown, what each filter has left out. */
function leftOutOf(best: readonly CatalogTool[], filters: HintFilters): readonly LeftOut[] {
  const byFilter = new Map<SearchFilter, CatalogTool[]>();
  for (const tool of best) {
    const filter = leftOutBy(tool.resolution, filters);
    if (filter !== undefined) byFilter.set(filter, [...(byFilter.get(filter) ?? []), tool]);
  }
  return [...byFilter].map(([filter, tools]) => ({
    filter,
    count: tools.length,
    undeclared: tools.filter(({ resolution }) => isUndeclared(resolution, filter)).length,
    best: tools.slice(0, NAMED).map(({ exposed }) => exposed),
  }));
}
