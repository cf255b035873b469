import { descriptionOf, isJsonObject, parametersOf, type ToolDefinition, titleOf } from '@toolmark/annotations';
import type { ToolCuration } from '@toolmark/api-contract';
import { termsOf } from '../text/terms.ts';
import type { Field, Ranking } from './ranking.ts';

/** The parts of a tool that are searched. */
export interface SearchableTool {
  readonly server: string;
  readonly definition: ToolDefinition;
  /** Curated texts; the original ones are searched too. */
  readonly curation?: Pick<ToolCuration, 'name' | 'title' | 'description'>;
}

/** The weights of a tool's terms, and their total. */
export interface Indexable {
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
  readonly isDeprecated: boolean;
}

/** Longer texts are cut to bound the time. */
const MAX_TEXT = 8_000;
const MAX_PARAMETERS = 100;
const MAX_DEPTH = 6;

export function toIndexable(tool: SearchableTool, { fields }: Pick<Ranking, 'fields'>): Indexable {
  const weights = new Map<string, number>();
  let length = 0;
  for (const [field, text] of fieldTexts(tool)) {
    const weight = fields[field];
    for (const term of termsOf(text.slice(0, MAX_TEXT))) {
      weights.set(term, (weights.get(term) ?? 0) + weight);
      length += weight;
    }
  }
  return { weights, length, isDeprecated: DEPRECATED.test(descriptionOf(tool.definition).slice(0, MAX_TEXT)) };
}

function fieldTexts({ server, definition, curation }: SearchableTool): readonly (readonly [Field, string])[] {
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

/** Collects descriptions and enum values of a parameter's schema, at any level. */
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

/** At the start of a sentence, or in capitals: excludes tools that list deprecated things. */
const DEPRECATED = /(?:^|[.!\n]\s*)\W*Deprecated\b|\bDEPRECATED\b/;

const isText = (value: unknown): value is string => typeof value === 'string';
