import { readFileSync } from 'node:fs';
import type { ToolAnnotations, ToolDefinition } from '@toolmark/annotations';

/** A tool of the labelled set, under the name in its labels. */
export interface LabelledTool {
  readonly id: string;
  readonly server: string;
  readonly definition: ToolDefinition;
}

export interface LabelledQuestion {
  readonly id: string;
  readonly query: string;
  /** By tool: 2 is the intended one, 1 an acceptable one. Absent tools, and 0, are not relevant. */
  readonly relevance: ReadonlyMap<string, number>;
}

export interface LabelledSet {
  readonly tools: readonly LabelledTool[];
  /** The same with the hints that their servers declare, or would declare. */
  readonly annotated: readonly LabelledTool[];
  readonly questions: readonly LabelledQuestion[];
}

interface Corpus {
  readonly tools: readonly {
    readonly tool_id: string;
    readonly server: string;
    readonly tool: string;
    readonly description: string;
    readonly schema: unknown;
  }[];
}

interface Golden {
  readonly queries: readonly {
    readonly id: string;
    readonly query: string;
    readonly labels: readonly { readonly tool_id: string; readonly relevance: number }[];
  }[];
}

/** The 45 tools and 47 questions in `data`. */
export function readLabelledSet(): LabelledSet {
  const corpus = readData<Corpus>('corpus_v2.tools.json');
  const hints = readData<Readonly<Record<string, ToolAnnotations>>>('hints.json');
  const tools = corpus.tools.map(({ tool_id, server, tool, description, schema }) => ({
    id: tool_id,
    server,
    definition: { name: tool, description, inputSchema: schema },
  }));
  return {
    tools,
    annotated: tools.map((tool) => ({ ...tool, definition: { ...tool.definition, annotations: hints[tool.id] } })),
    questions: readData<Golden>('retrieval_golden_v1.json').queries.map(({ id, query, labels }) => ({
      id,
      query,
      relevance: new Map(
        labels.filter(({ relevance }) => relevance > 0).map(({ tool_id, relevance }) => [tool_id, relevance]),
      ),
    })),
  };
}

// Files of this repository, so their shape is known.
const readData = <Data>(file: string): Data =>
  JSON.parse(readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8')) as Data;
