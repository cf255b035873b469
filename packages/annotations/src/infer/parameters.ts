import { parametersOf, type ToolDefinition, type ToolParameter } from '../definition.ts';
import { type Action, actionOf } from './lexicon.ts';
import { readName } from './name.ts';
import { gravest, isStatement } from './reading.ts';
import { wordsOf } from './words.ts';

type Writing = Exclude<Action, 'read'>;

/** Evidence in the input schema that the tool can do more than its name says. */
export interface ParameterEvidence {
  readonly parameter: string;
  /**
   * `mode` chooses the action and `flag` switches one on: both are clear evidence. The others only raise doubt:
   * `choice` is another list of values that includes an action, `program` something to run, `target` a place to write
   * to.
   */
  readonly kind: 'mode' | 'flag' | 'choice' | 'program' | 'target';
  /** The worst action that the parameter allows; `act` if it could be anything. */
  readonly action: Writing;
  /** The value or parameter name that is the evidence. */
  readonly word: string;
  readonly certain: boolean;
}

/** Finds parameters that choose an action, switch one on, carry a program, or name a place to write to. */
export function readParameters(tool: ToolDefinition): readonly ParameterEvidence[] {
  return parametersOf(tool).flatMap((parameter) => {
    const words = wordsOf(parameter.name);
    const choices = choicesOf(parameter.schema);
    // An enum is complete: a `method` limited to "get" and "list" is not an HTTP method.
    if (choices.length > 0) return readChoices(parameter, isHttpRecord(tool, choices) ? [] : words, choices);
    return parameter.schema['type'] === 'boolean' ? readFlag(parameter, words) : readKey(parameter, words.join(''));
  });
}

/**
 * Whether the method describes a stored request: in `createRequest` it is data, but in a tool that sends requests it
 * chooses the action.
 */
function isHttpRecord({ name }: ToolDefinition, choices: readonly string[]): boolean {
  if (!choices.includes('GET') || !choices.includes('POST')) return false;
  return wordsOf(name).some((word) => RECORDING.has(word));
}

const RECORDING = new Set(['create', 'add', 'update', 'save', 'list', 'search', 'register']);

/** Judges `action: "create" | "delete" | "list"` by its worst value. */
function readChoices(
  { name }: ToolParameter,
  words: readonly string[],
  choices: readonly string[],
): readonly ParameterEvidence[] {
  const kind = words.some((word) => MODE_WORDS.has(word)) ? 'mode' : 'choice';
  const found = choices.flatMap((value): readonly ParameterEvidence[] => {
    const reading = readName(value);
    // A past participle such as "merge_train_removed" is a state to filter by.
    if (!isStatement(reading) || reading.action === 'read' || value.endsWith('ed')) return [];
    return [{ parameter: name, kind, action: reading.action, word: value, certain: reading.certain }];
  });
  const worst = gravest(found);
  return worst === undefined ? [] : [worst];
}

const MODE_WORDS = new Set(['action', 'operation', 'op', 'command', 'mode', 'method', 'verb']);

/** No hand-written schema has more; a hostile schema could make the loop run very long. */
const MAX_CHOICES = 200;
const MAX_DEPTH = 4;

function choicesOf(schema: ToolParameter['schema'], depth = 0): readonly string[] {
  if (typeof schema !== 'object' || schema === null || depth > MAX_DEPTH) return [];
  const values = Array.isArray(schema['enum']) ? schema['enum'].slice(0, MAX_CHOICES) : [schema['const']];
  const nested = ['anyOf', 'oneOf'].flatMap((key) =>
    Array.isArray(schema[key]) ? schema[key].slice(0, MAX_CHOICES) : [],
  );
  return [
    ...values.filter((value) => typeof value === 'string'),
    ...nested.flatMap((item) => choicesOf(item, depth + 1)),
  ];
}

/**
 * Judges flags such as `delete_matches` and `overwrite`; a dry-run flag implies that there is a real run. Most
 * verb-first flags of reading tools shape the result (`removeBase64Images`, `clear_formatting`, `createdOnly`), so only
 * an unambiguous verb contradicts a hint.
 */
function readFlag({ name, schema }: ToolParameter, words: readonly string[]): readonly ParameterEvidence[] {
  if (words.join('') === 'dryrun')
    return [{ parameter: name, kind: 'flag', action: 'act', word: name, certain: false }];
  const [verb = '', object = ''] = words;
  const meaning = actionOf(verb);
  if (meaning === undefined || meaning.action === 'read' || SETTINGS.has(object)) return [];
  const certain = meaning.certain && PLAIN_FLAGS.has(verb) && !isAboutOutput(schema);
  return [{ parameter: name, kind: 'flag', action: meaning.action, word: name, certain }];
}

const PLAIN_FLAGS = new Set('delete destroy purge erase wipe overwrite uninstall'.split(' '));
/** Nouns after which the verb is harmless: `delete_protection` prevents deletion, `delete_markers` are things. */
const SETTINGS = new Set('protection protected lock allowed marker markers time date reason'.split(' '));

function isAboutOutput({ description }: ToolParameter['schema']): boolean {
  return (
    typeof description === 'string' && /\b(?:output|response|results?|returned)\b/i.test(description.slice(0, 200))
  );
}

/** Judges a parameter by its name alone, with the words joined. */
function readKey({ name }: ToolParameter, key: string): readonly ParameterEvidence[] {
  if (PROGRAMS.has(key)) return [{ parameter: name, kind: 'program', action: 'act', word: name, certain: false }];
  if (TARGETS.has(key)) return [{ parameter: name, kind: 'target', action: 'create', word: name, certain: false }];
  return [];
}

const PROGRAMS = new Set(
  'sql statement command cmd code script expression shell javascript js program method httpmethod exec'.split(' '),
);
const TARGETS = new Set(
  'output outputpath outputfile outputdir outputdirectory outfile savepath saveto savefile destinationpath'.split(' '),
);
