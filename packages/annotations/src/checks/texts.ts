import type { ToolDefinition } from '../definition.ts';
import { escapeHidden } from './quote.ts';

/** A text of a definition, and where it stands. */
export interface DefinitionText {
  readonly text: string;
  /** A name is what a machine reads: the tool's, a parameter's. Everything else is read by a model or a person. */
  readonly role: 'name' | 'prose';
  readonly place: Place;
}

/** A path from the leaf up, made into a text only where somebody is told. */
export interface Place {
  /** A number in a list. */
  readonly key: string | number;
  readonly within: Place | undefined;
  /** The field of the definition that all of it is in. */
  readonly field: string;
  /** Whether what stands there shows the form of a value: in `examples` or a `pattern`. */
  readonly isSpecimen: boolean;
}

/**
 * Every text of a definition, keys among them, in the order in which it stands there. Without recursion: a definition may be
 * nested as deeply as its server likes.
 */
export function* textsOf(tool: ToolDefinition): Generator<DefinitionText> {
  const stack: { readonly value: unknown; readonly place: Place }[] = Object.entries(tool)
    .map(([key, value]) => ({ value, place: placeOf(key, undefined) }))
    .reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, place } = next;
    if (typeof value === 'string') yield { text: value, role: isToolName(place) ? 'name' : 'prose', place };
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--)
        stack.push({ value: value[index], place: placeOf(index, place) });
      continue;
    }
    const children = Object.entries(value).map(([key, child]) => ({ value: child, place: placeOf(key, place) }));
    for (const { place: at } of children) yield { text: String(at.key), role: 'name', place: at };
    // One by one: what has 300,000 fields is too long to be spread.
    for (const child of children.reverse()) stack.push(child);
  }
}

const MAX_STEPS = 8;
const MAX_KEY = 40;

/** A place for a person: the last steps of it, each cut. */
export function showPlace(place: Place): string {
  const steps: string[] = [];
  let at: Place | undefined = place;
  for (; at !== undefined && steps.length < MAX_STEPS; at = at.within) {
    steps.unshift(typeof at.key === 'number' ? `[${at.key}]` : escapeHidden(cut(at.key)));
  }
  const text = steps.join('.').replaceAll('.[', '[');
  return at === undefined ? text : `….${text}`;
}

const cut = (key: string): string => (key.length > MAX_KEY ? `${key.slice(0, MAX_KEY).toWellFormed()}…` : key);

function placeOf(key: string | number, within: Place | undefined): Place {
  const isSpecimen = within?.isSpecimen === true || key === 'examples' || key === 'pattern';
  return { key, within, field: within?.field ?? String(key), isSpecimen };
}

const isToolName = ({ key, within }: Place): boolean => key === 'name' && within === undefined;
