import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import { isTooDeep, MAX_DEPTH, toPrintable } from '@toolmark/reach';
import { MAX_DEFINITION_CHARACTERS } from './limits.ts';
import { shown } from './rules.ts';

/** A raw definition that can be offered, with what it is called by; or why it cannot. */
export type Readable =
  | { readonly kind: 'readable'; readonly raw: JsonObject; readonly key: string; readonly json: string }
  | { readonly kind: 'unreadable'; readonly message: string };

/** How the entries of a list are called, for people, and by which field. */
export interface EntryKind {
  /** `Tool`, `Prompt` … */
  readonly noun: string;
  readonly key: 'name' | 'uri' | 'uriTemplate';
}

/** Looks at an entry of a list before anything else does. What passes can be walked, printed and addressed. */
export function readEntry(entry: unknown, index: number, { noun, key }: EntryKind): Readable {
  const unreadable = (what: string): Readable => ({ kind: 'unreadable', message: `${noun} ${what}` });
  const place = `number ${index + 1}`;
  // Before anything is printed or walked.
  if (isTooDeep(entry)) return unreadable(`${place} is nested deeper than ${MAX_DEPTH} levels and is left out`);
  if (!isJsonObject(entry)) return unreadable(`${place} is ${shown(entry)} and no definition, and is left out`);
  const value = entry[key];
  if (typeof value !== 'string') return unreadable(`${place} has no ${key} and is left out`);
  if (value === '') return unreadable(`${place} has an empty ${key} and is left out`);
  const json = JSON.stringify(entry);
  if (json.length > MAX_DEFINITION_CHARACTERS) {
    const most = `more than ${MAX_DEFINITION_CHARACTERS}`;
    return unreadable(`'${toPrintable(value)}' has ${json.length} characters, ${most}, and is left out`);
  }
  return { kind: 'readable', raw: entry, key: value, json };
}

/** What was changed about an entry, as the problem of its server. */
export function repairMessages({ noun }: EntryKind, key: string, repairs: readonly string[]): readonly string[] {
  return repairs.map((repair) => `${noun} '${toPrintable(key)}': ${repair}`);
}
