import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import { isTooDeep, MAX_DEPTH, toPrintable } from '@toolmark/reach';
import { MAX_DEFINITION_CHARACTERS } from './limits.ts';
import { printValue } from './rules.ts';

/** A raw entry that can be offered with its key, or the reason why it cannot. */
export type Readable =
  | { readonly kind: 'readable'; readonly raw: JsonObject; readonly key: string; readonly json: string }
  | { readonly kind: 'unreadable'; readonly message: string };

/** The kind of a list's entries: its noun for messages, and its key field. */
export interface EntryKind {
  /** `Tool`, `Prompt` … */
  readonly noun: string;
  readonly key: 'name' | 'uri' | 'uriTemplate';
}

/** Checks an entry of a list first. An accepted entry can be traversed, serialized and addressed. */
export function readEntry(entry: unknown, index: number, { noun, key }: EntryKind): Readable {
  const unreadable = (what: string): Readable => ({ kind: 'unreadable', message: `${noun} ${what}` });
  const place = `number ${index + 1}`;
  // Check the depth before serializing or traversing.
  if (isTooDeep(entry)) return unreadable(`${place} is nested deeper than ${MAX_DEPTH} levels and is left out`);
  if (!isJsonObject(entry)) return unreadable(`${place} is ${printValue(entry)} and not a definition, and is left out`);
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

/** The repairs of an entry, as problems of its server. */
export function repairMessages({ noun }: EntryKind, key: string, repairs: readonly string[]): readonly string[] {
  return repairs.map((repair) => `${noun} '${toPrintable(key)}': ${repair}`);
}
