import type { ToolDefinition } from '../definition.ts';
import { escapeHidden } from './quote.ts';

/** A text in a definition, with its place. */
export interface DefinitionText {
  readonly text: string;
  /**
   * `name` is an identifier, such as a tool or parameter name; `prose` is everything that a model or a person reads.
   */
  readonly role: 'name' | 'prose';
  readonly place: Place;
}

/** A path as a linked list from the leaf to the root, turned into text only when it is shown. */
export interface Place {
  /** A number is an index in a list. */
  readonly key: string | number;
  readonly within: Place | undefined;
  /** The top-level field of the definition that contains the text. */
  readonly field: string;
  /** Whether the text shows the format of a value: it is inside `examples` or a `pattern`. */
  readonly isSpecimen: boolean;
}

/**
 * Iterates over every text of a definition, keys included, in document order. Uses an explicit stack, because a server
 * may nest a definition arbitrarily deep.
 */
export function* definitionTexts(tool: ToolDefinition): Generator<DefinitionText> {
  const stack: { readonly value: unknown; readonly place: Place }[] = Object.entries(tool)
    .map(([key, value]) => ({ value, place: placeWithin(key, undefined) }))
    .reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, place } = next;
    if (typeof value === 'string') yield { text: value, role: isToolName(place) ? 'name' : 'prose', place };
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--)
        stack.push({ value: value[index], place: placeWithin(index, place) });
      continue;
    }
    const children = Object.entries(value).map(([key, child]) => ({ value: child, place: placeWithin(key, place) }));
    for (const { place: at } of children) yield { text: String(at.key), role: 'name', place: at };
    // Push one at a time: spreading 300,000 fields into one call would overflow the stack.
    for (const child of children.reverse()) stack.push(child);
  }
}

const MAX_STEPS = 8;
const MAX_KEY = 40;

/** The last steps of a path for display, each truncated. */
export function formatPlace(place: Place): string {
  const steps: string[] = [];
  let at: Place | undefined = place;
  for (; at !== undefined && steps.length < MAX_STEPS; at = at.within) {
    steps.unshift(typeof at.key === 'number' ? `[${at.key}]` : escapeHidden(cut(at.key)));
  }
  const text = steps.join('.').replaceAll('.[', '[');
  return at === undefined ? text : `….${text}`;
}

const cut = (key: string): string => (key.length > MAX_KEY ? `${key.slice(0, MAX_KEY).toWellFormed()}…` : key);

function placeWithin(key: string | number, within: Place | undefined): Place {
  const isSpecimen = within?.isSpecimen === true || key === 'examples' || key === 'pattern';
  return { key, within, field: within?.field ?? String(key), isSpecimen };
}

const isToolName = ({ key, within }: Place): boolean => key === 'name' && within === undefined;
