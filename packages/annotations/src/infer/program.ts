import { isPlainText } from '../characters/hidden-characters.ts';
import { descriptionOf, parametersOf, type ToolDefinition, type ToolParameter } from '../definition.ts';
import { actionOf, REPORTING_NOUNS } from './lexicon.ts';
import { wordsOf } from './words.ts';

/** A tool that runs code or queries from its arguments, so its effect is unknown before the call. */
export interface ProgramRun {
  /**
   * `program`: commands or code, which can do anything. `query`: a language such as SQL, which can write unless the
   * server prevents it.
   */
  readonly kind: 'program' | 'query';
  /** The word or parameter name that is the evidence. */
  readonly word: string;
  readonly in: 'name' | 'parameter' | 'description';
}

/**
 * Detects tools that run commands, code or queries from their arguments.
 *
 * @example
 * readProgram({ name: 'run_command' }) // { kind: 'program', word: 'command', in: 'name' }
 * readProgram({ name: 'explain_sql' }) // undefined: it reads the query, it does not run it
 */
export function readProgram(tool: ToolDefinition): ProgramRun | undefined {
  const words = wordsOf(tool.name);
  if (words.some((word) => ABOUT_PROGRAMS.has(word))) return undefined;
  const parameters = parametersOf(tool);
  return byName(words, parameters) ?? byParameter(words, parameters, tool) ?? byDescription(tool);
}

function byName(words: readonly string[], parameters: readonly ToolParameter[]): ProgramRun | undefined {
  const runner = words.findIndex((word) => RUNNERS.has(word));
  const program = words.slice(runner + 1).find((word) => PROGRAMS.has(word) || QUERIES.has(word));
  if (runner !== -1 && program !== undefined) {
    return { kind: PROGRAMS.has(program) ? 'program' : 'query', word: program, in: 'name' };
  }
  if (words.at(-1) === 'sql' || words.join(' ') === 'sql query' || words[0] === 'sqlquery') {
    return { kind: 'query', word: 'sql', in: 'name' };
  }
  const shell = words.find((word) => SHELLS.has(word));
  if (shell === undefined || words.some(isReading)) return undefined;
  // "shell" alone runs commands; "create_shell_link" and "ssh_key_add" only involve one.
  const isAlone = words.length === 1 || parameters.some(({ name }) => PROGRAMS.has(programKey(name)));
  return isAlone ? { kind: 'program', word: shell, in: 'name' } : undefined;
}

const isReading = (word: string): boolean => REPORTING_NOUNS.has(word) || actionOf(word)?.action === 'read';

function byParameter(
  words: readonly string[],
  parameters: readonly ToolParameter[],
  tool: ToolDefinition,
): ProgramRun | undefined {
  const texts = parameters.filter(({ schema }) => isFreeText(schema));
  const runs = words.some((word) => RUNNERS.has(word)) || SAYS_IT_RUNS.test(descriptionOf(tool).slice(0, OPENING));
  for (const { name, schema } of texts) {
    const key = programKey(name);
    if (runs && PROGRAMS.has(key)) return { kind: 'program', word: name, in: 'parameter' };
    const isQuery = QUERIES.has(key) || (STATEMENTS.has(key) && isQueryText(schema, tool));
    if (isQuery) return { kind: 'query', word: name, in: 'parameter' };
  }
  return undefined;
}

/** Matches "Executes a shell command." and "Runs arbitrary SQL." */
function byDescription(tool: ToolDefinition): ProgramRun | undefined {
  const said = RUNS_WHAT.exec(descriptionOf(tool).slice(0, OPENING));
  const word = said?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  return { kind: word.startsWith('sql') || word.startsWith('cypher') ? 'query' : 'program', word, in: 'description' };
}

/**
 * Distinguishes a query to execute ("SELECT query to execute") from search words, by the description of the parameter.
 */
function isQueryText(schema: ToolParameter['schema'], tool: ToolDefinition): boolean {
  const about = typeof schema['description'] === 'string' ? schema['description'] : descriptionOf(tool);
  return QUERY_LANGUAGE.test(about.slice(0, OPENING));
}

function isFreeText({ type, enum: choices }: ToolParameter['schema']): boolean {
  return (type === 'string' || type === undefined) && choices === undefined;
}

/** Skip the word split for plain names: this runs for every parameter of every tool. */
const programKey = (name: string): string =>
  isPlainText(name) ? name.toLowerCase().replaceAll(/[^a-z]/g, '') : wordsOf(name).join('');

/** The number of characters at the start of a text that tell its subject. */
const OPENING = 240;
const SAYS_IT_RUNS = /^[\s\p{P}]*(?:this tool )?(?:runs?|executes?|evaluates?|invokes?)\b/iu;
const RUNS_WHAT =
  /^[\s\p{P}]*(?:this tool )?(?:runs?|executes?)\s+(?:(?:an?|any|arbitrary|the|given|raw|single|custom|your)\s+){0,3}((?:shell|bash|system|terminal|os|linux|cli|powershell) (?:commands?|scripts?)|(?:python|javascript|js|node|bash|shell) (?:code|scripts?)|commands?(?= (?:on|in|inside)\b)|sql\b|cypher\b)/iu;
const QUERY_LANGUAGE = /\b(?:sql|select|cypher|graphql|n1ql|cql)\b/i;

const RUNNERS = new Set('run exec execute eval evaluate invoke runs'.split(' '));
const PROGRAMS = new Set(
  `command commands cmd code script scripts shell bash python javascript js typescript powershell applescript osascript program
   shellcommand codesnippet terminal`.split(/\s+/),
);
const QUERIES = new Set('sql sqlquery rawsql cypher sparql gremlin'.split(' '));
const STATEMENTS = new Set('query statement q'.split(' '));
const SHELLS = new Set(
  'shell bash zsh powershell pwsh terminal subprocess eval exec system popen sudo python ssh psql'.split(' '),
);

/**
 * Words of tools that handle programs without running them: `explain_sql`, `format_code`, `list_scripts`,
 * `get_run_command`.
 */
const ABOUT_PROGRAMS = new Set(
  `analyse analyze check completion convert describe diff docs documentation download explain find format generate get grep
   guide help lint list migrate optimise optimize parse preview review save scan search suggest translate upload validate verify
   write create update delete edit`.split(/\s+/),
);
