import { parametersOf, type ToolDefinition, type ToolParameter } from '../definition.ts';
import { type Action, actionOf } from './lexicon.ts';
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
  return parametersOf(tool).flatMap((parameter) => [
    ...modes(parameter),
    ...named(parameter, 'flag', FLAGS),
    ...named(parameter, 'program', PROGRAMS),
    ...named(parameter, 'target', TARGETS),
  ]);
}

const SEVERITY: readonly Action[] = ['read', 'create', 'append', 'act', 'update', 'delete'];

/** `action: "create" | "delete" | "list"`: the worst value counts. */
function modes({ name, schema }: ToolParameter): readonly ParameterEvidence[] {
  let worst: ParameterEvidence | undefined;
  for (const value of choices(schema)) {
    for (const word of wordsOf(value)) {
      const meaning = actionOf(word);
      if (meaning === undefined || meaning.action === 'read') continue;
      if (worst === undefined || SEVERITY.indexOf(meaning.action) > SEVERITY.indexOf(worst.action)) {
        worst = { parameter: name, kind: 'mode', action: meaning.action, word: value };
      }
    }
  }
  return worst === undefined || !isModeName(name) ? [] : [worst];
}

const isModeName = (name: string): boolean =>
  wordsOf(name).some((word) => ['action', 'operation', 'op', 'command', 'mode', 'method', 'verb'].includes(word));

function choices(schema: ToolParameter['schema']): readonly string[] {
  const values = Array.isArray(schema['enum']) ? schema['enum'] : [schema['const']];
  const nested = ['anyOf', 'oneOf'].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
  return [...values.filter((value) => typeof value === 'string'), ...nested.flatMap((item) => choices(item ?? {}))];
}

type Named = ReadonlyMap<string, Exclude<Action, 'read'>>;
const FLAGS: Named = new Map([
  ['overwrite', 'update'],
  ['purge', 'delete'],
  ['delete', 'delete'],
  ['dryrun', 'act'],
]);
const PROGRAMS: Named = new Map(
  ['sql', 'statement', 'command', 'cmd', 'code', 'script', 'expression', 'shell', 'javascript', 'program'].map(
    (name) => [name, 'act'],
  ),
);
const TARGETS: Named = new Map(
  ['outputpath', 'outputfile', 'savepath', 'saveto', 'destinationpath', 'outputdirectory', 'outputdir'].map((name) => [
    name,
    'create',
  ]),
);

function named(parameter: ToolParameter, kind: ParameterEvidence['kind'], names: Named): readonly ParameterEvidence[] {
  const action = names.get(wordsOf(parameter.name).join(''));
  return action === undefined ? [] : [{ parameter: parameter.name, kind, action, word: parameter.name }];
}
