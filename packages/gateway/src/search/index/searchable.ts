import { descriptionOf, isJsonObject, parametersOf, type ToolDefinition, titleOf } from '@toolmark/annotations';
import type { ToolCuration } from '@toolmark/api-contract';
import { termsOf } from '../text/terms.ts';
import type { Field, Ranking } from './ranking.ts';

/** As much of a tool as is searched. */
export interface SearchableTool {
  readonly server: string;
  readonly definition: ToolDefinition;
  /** In which words a person offers it; its own still find it. */
  readonly curation?: Pick<ToolCuration, 'name' | 'title' | 'description'>;
}

/** A tool as the index has it: how much there is of each term, and of all of them. */
export interface Indexable {
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
  readonly isDeprecated: boolean;
}

/** Longer texts are cut: a description of a megabyte is not worth the time. */
const MAX_TEXT = 8_000;
const MAX_PARAMETERS = 100;
const MAX_DEPTH = 6;

export function toIndexable(tool: SearchableTool, { fields }: Pick<Ranking, 'fields'>): Indexable {
  const weights = new Map<string, number>();
  let length = 0;
  for (const [field, text] of textsOf(tool)) {
    const weight = fields[field];
    for (const term of termsOf(text.slice(0, MAX_TEXT))) {
      weights.set(term, (weights.get(term) ?? 0) + weight);
      length += weight;
    }
  }
  return { weights, length, isDeprecated: DEPRECATED.test(descriptionOf(tool.definition).slice(0, MAX_TEXT)) };
}

function textsOf({ server, definition, curation }: SearchableTool): readonly (readonly [Field, string])[] {
  const title = titleOf(definition);
  const parameters = parametersOf(definition).slice(0, MAX_PARAMETERS);
  const texts: string[] = [];
  for (const { schema } of parameters) collectTexts(schema, texts, 0);
  return [
    ['name', `${definition.name} ${curation?.name ?? ''}`],
    ['title', `${title.source === 'name' ? '' : title.value} ${curation?.title ?? ''}`],
    ['description', `${curation?.description ?? ''} ${descriptionOf(definition)}`],
    ['parameters', parameters.map(({ name }) => name).join(' ')],
    ['parameterTexts', texts.join(' ')],
    ['server', server],
  ];
}

/** What a parameter's schema says in words, and the values it may have, at any level. */
function collectTexts(schema: unknown, into: string[], depth: number): void {
  if (depth > MAX_DEPTH || into.length > MAX_PARAMETERS) return;
  if (Array.isArray(schema)) for (const item of schema) collectTexts(item, into, depth + 1);
  if (!isJsonObject(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'description' && typeof value === 'string') into.push(value);
    else if (key === 'enum' && Array.isArray(value)) into.push(value.filter(isText).join(' '));
    else collectTexts(value, into, depth + 1);
  }
}

/** At the beginning of a sentence, or shouted: not a tool that lists what is deprecated. */
const DEPRECATED = /(?:^|[.!\n]\s*)\W*Deprecated\b|\bDEPRECATED\b/;

const isText = (value: unknown): value is string => typeof value === 'string';
