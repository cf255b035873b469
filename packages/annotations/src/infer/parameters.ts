import { parametersOf, type ToolDefinition, type ToolParameter } from '../definition.ts';
import { ACTIONS_BY_GRAVITY, type Action, actionOf } from './lexicon.ts';
import { wordsOf } from './words.ts';

/** Something in the input schema that says the tool can do more than its name tells. */
export interface ParameterEvidence {
  readonly parameter: string;
  readonly kind: 'mode' | 'flag' | 'program' | 'target';
  /** The worst action that the parameter makes possible; `act` where it can be anything. */
  readonly action: Exclude<Action, 'read'>;
  /** The value or the parameter that says so. */
  readonly word: string;
}

/** Looks for parameters that choose an action, switch one on, carry a program, or name a place to write to. */
export function readParameters(tool: ToolDefinition): readonly ParameterEvidence[] {
  return parametersOf(tool).flatMap((parameter) => {
    const words = wordsOf(parameter.name);
    return [...modes(parameter, words), ...named(parameter, words.join(''))];
  });
}

/** `action: "create" | "delete" | "list"`: the worst value counts. */
function modes({ name, schema }: ToolParameter, words: readonly string[]): readonly ParameterEvidence[] {
  if (!words.some((word) => MODE_WORDS.has(word))) return [];
  let worst: ParameterEvidence | undefined;
  for (const value of choices(schema)) {
    for (const word of wordsOf(value)) {
      const meaning = actionOf(word);
      if (meaning === undefined || meaning.action === 'read') continue;
      if (
        worst === undefined ||
        ACTIONS_BY_GRAVITY.indexOf(meaning.action) > ACTIONS_BY_GRAVITY.indexOf(worst.action)
      ) {
        worst = { parameter: name, kind: 'mode', action: meaning.action, word: value };
      }
    }
  }
  return worst === undefined ? [] : [worst];
}

const MODE_WORDS = new Set(['action', 'operation', 'op', 'command', 'mode', 'method', 'verb']);

function choices(schema: ToolParameter['schema']): readonly string[] {
  const values = Array.isArray(schema['enum']) ? schema['enum'] : [schema['const']];
  const nested = ['anyOf', 'oneOf'].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
  return [...values.filter((value) => typeof value === 'string'), ...nested.flatMap((item) => choices(item ?? {}))];
}

type NamedMeaning = Pick<ParameterEvidence, 'kind' | 'action'>;

/** What a parameter's name alone gives away, by its words run together. */
const NAMED: ReadonlyMap<string, NamedMeaning> = new Map<string, NamedMeaning>([
  ['overwrite', { kind: 'flag', action: 'update' }],
  ['purge', { kind: 'flag', action: 'delete' }],
  ['delete', { kind: 'flag', action: 'delete' }],
  ['dryrun', { kind: 'flag', action: 'act' }],
  ...all('sql statement command cmd code script expression shell javascript program method httpmethod', {
    kind: 'program',
    action: 'act',
  }),
  ...all('outputpath outputfile outputdir outputdirectory savepath saveto destinationpath', {
    kind: 'target',
    action: 'create',
  }),
]);

function all(words: string, meaning: NamedMeaning): [string, NamedMeaning][] {
  return words.split(' ').map((word) => [word, meaning]);
}

function named({ name }: ToolParameter, key: string): readonly ParameterEvidence[] {
  const meaning = NAMED.get(key);
  return meaning === undefined ? [] : [{ parameter: name, ...meaning, word: name }];
}
