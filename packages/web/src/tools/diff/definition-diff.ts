import type { HintKey } from '@toolmark/api-contract';
import { HINT_WORDS, HINTS } from '../../hints/labels.ts';
import { isJsonObject, prettyJson } from '../schema/json.ts';
import { type DiffLine, diffLines } from './line-diff.ts';

type Definition = Readonly<Record<string, unknown>>;

type DeclaredHint = 'true' | 'false' | 'absent' | 'malformed';

/** A hint that is declared differently. */
export interface HintChange {
  readonly hint: HintKey;
  readonly was: DeclaredHint;
  readonly is: DeclaredHint;
  /** Whether the hint became looser or stricter; `same` if only the default was made explicit or removed. */
  readonly meaning: 'relaxed' | 'tightened' | 'same';
}

/** A changed part of a definition. */
interface PartChange {
  readonly name: string;
  readonly lines: readonly DiffLine[];
}

export interface DefinitionDiff {
  readonly hints: readonly HintChange[];
  readonly parts: readonly PartChange[];
}

const PARTS = [
  ['title', 'Title'],
  ['description', 'Description'],
  ['inputSchema', 'Input schema'],
  ['outputSchema', 'Output schema'],
] as const;

/** Compare at most this much of a text. */
const MAX_TEXT = 400_000;

/**
 * Compares two versions of a definition: hints first, then texts, then the rest.
 *
 * @example
 * diffDefinitions(older, newer).hints // [{ hint: 'destructiveHint', was: 'true', is: 'false', meaning: 'relaxed' }]
 */
export function diffDefinitions(was: Definition, is: Definition): DefinitionDiff {
  const parts = [
    ...PARTS.map(([key, name]): PartChange => ({ name, lines: diffValues(was[key], is[key]) })),
    { name: 'Everything else', lines: diffValues(restOf(was), restOf(is)) },
  ];
  return {
    hints: HINTS.map((hint) => toChange(hint, declaredOrDefault(was, hint), declaredOrDefault(is, hint))).filter(
      (one) => one.was !== one.is,
    ),
    parts: parts.filter(({ lines }) => lines.some(({ kind }) => kind !== 'same')),
  };
}

function diffValues(was: unknown, is: unknown): readonly DiffLine[] {
  return diffLines(toLines(was), toLines(is));
}

function toLines(value: unknown): readonly string[] {
  if (value === undefined) return [];
  return (typeof value === 'string' ? value : prettyJson(value)).slice(0, MAX_TEXT).split('\n');
}

/** Includes annotations other than the four hints. */
function restOf({ annotations, ...definition }: Definition): unknown {
  const rest = without(definition, SHOWN);
  if (!isJsonObject(annotations)) return annotations === undefined ? rest : { ...rest, annotations };
  const others = without(annotations, HINTS);
  return Object.keys(others).length === 0 ? rest : { ...rest, annotations: others };
}

const SHOWN = PARTS.map(([key]) => key);

const without = (object: Definition, keys: readonly string[]): Definition =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));

function declaredOrDefault({ annotations }: Definition, hint: HintKey): DeclaredHint {
  if (annotations === undefined) return 'absent';
  if (!isJsonObject(annotations)) return 'malformed';
  if (!Object.hasOwn(annotations, hint)) return 'absent';
  const value = annotations[hint];
  return typeof value === 'boolean' ? (value ? 'true' : 'false') : 'malformed';
}

/** An undeclared hint has its default, which is always the stricter value. */
function toChange(hint: HintKey, was: DeclaredHint, is: DeclaredHint): HintChange {
  const { otherwise } = HINT_WORDS[hint];
  const counts = (said: DeclaredHint): boolean => (said === 'true' ? true : said === 'false' ? false : otherwise);
  const meaning = counts(was) === counts(is) ? 'same' : counts(is) === otherwise ? 'tightened' : 'relaxed';
  return { hint, was, is, meaning };
}
