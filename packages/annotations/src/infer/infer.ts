import { descriptionOf, parametersOf, type ToolDefinition, titleOf } from '../definition.ts';
import type { PartialHints, ToolClass } from '../hints.ts';
import type { Action } from './lexicon.ts';
import { readName } from './name.ts';
import { type ParameterEvidence, readParameters } from './parameters.ts';
import { type ProgramRun, readProgram } from './program.ts';
import { isStatement, isWrite, type Reading, type StatedAction, toStatement } from './reading.ts';
import { readText, type TextReading } from './text.ts';

/** An action with the text that states it. */
export interface Statement extends StatedAction {
  readonly in: 'name' | 'title' | 'description';
}

/**
 * The behaviour of a tool inferred from its definition's words. Words prove nothing: they may only suggest a hint, or
 * tighten one.
 */
export interface Inference {
  /** The class if the words are clear. Absent for a tool that makes an unknown change. */
  readonly class: ToolClass | undefined;
  readonly action: Action | undefined;
  /** The deciding statement. */
  readonly stated: Statement | undefined;
  /** All statements, including those that did not decide. */
  readonly statements: readonly Statement[];
  readonly parameters: readonly ParameterEvidence[];
  /** The program or query that the tool runs, if it takes one. */
  readonly runs: ProgramRun | undefined;
  /** Whether the description says that the tool returns documentation, guidance or generated text. */
  readonly returnsGuidance: boolean;
  /** Hints to propose to the author. Read-only is proposed only if no evidence contradicts it. */
  readonly suggested: PartialHints;
}

/**
 * Infers what a tool does from its name, title, description and parameters.
 *
 * @example
 * infer({ name: 'list_secrets' }).class // 'read': listing is the action, secrets are the topic
 */
export function infer(tool: ToolDefinition): Inference {
  const title = titleOf(tool);
  const name = readName(tool.name);
  const texts = [
    { in: 'title', text: readText(title.source === 'name' ? '' : title.value) },
    { in: 'description', text: readText(descriptionOf(tool)) },
  ] as const;
  const statements = [
    ...(isStatement(name) ? [{ ...toStatement(name), in: 'name' } as const] : []),
    ...texts.flatMap(({ in: place, text }) => statementsOf(text).map((stated) => ({ ...stated, in: place }))),
  ];
  const parameters = readParameters(tool);
  const runs = readProgram(tool);
  const stated = decide(
    texts.map(({ text }) => text.reading),
    statements,
  );
  const isOpen = runs !== undefined || runsItsQuery(stated, tool);
  const action = isOpen && stated?.action === 'read' ? undefined : worst(stated?.action, parameters);
  const toolClass = action === undefined ? undefined : CLASS_OF[action];
  const tellsHow = texts[1].text.returnsGuidance;
  return {
    class: toolClass,
    action,
    stated,
    statements,
    parameters,
    runs,
    returnsGuidance: tellsHow,
    suggested: suggest(action),
  };
}

function statementsOf({ reading, also }: TextReading): readonly StatedAction[] {
  return [...(isStatement(reading) ? [toStatement(reading)] : []), ...(also === undefined ? [] : [also])];
}

/**
 * The first text with a statement decides: the name, then the title, then the description. Reading counts only if no
 * text states a stronger action: "get_next_job: Gets the next job and removes it from the queue" does not only read.
 * The other texts may decide for a name with conflicting words.
 */
function decide(texts: readonly Reading[], statements: readonly Statement[]): Statement | undefined {
  const [first] = statements;
  const isDoubted = texts.some((reading) => isWrite(reading) || reading.action === 'mixed');
  return first?.action === 'read' && isDoubted ? undefined : first;
}

/** Whether a tool executes the query it is given, in a language that may be able to write. */
function runsItsQuery(stated: Statement | undefined, tool: ToolDefinition): boolean {
  if (stated?.action !== 'read' || !/query/i.test(tool.name)) return false;
  return parametersOf(tool).some(({ name }) => name.toLowerCase() === 'query');
}

function worst(stated: Action | undefined, parameters: readonly ParameterEvidence[]): Action | undefined {
  const clearEvidence = parameters.filter(({ kind }) => kind === 'mode' || kind === 'flag');
  if (clearEvidence.some(({ action, certain }) => action === 'delete' && certain)) return 'delete';
  if (stated === undefined) return clearEvidence.length > 0 ? 'act' : undefined;
  // A parameter that can write or run code makes a reading name unreliable.
  return stated === 'read' && parameters.length > 0 ? undefined : stated;
}

const CLASS_OF: Readonly<Record<Action, ToolClass | undefined>> = {
  read: 'read',
  create: 'additive',
  append: 'additive',
  update: 'destructive',
  delete: 'destructive',
  act: undefined,
};

function suggest(action: Action | undefined): PartialHints {
  switch (action) {
    case 'read':
      return { readOnlyHint: true, destructiveHint: false };
    case 'create':
    case 'append':
      return { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
    case 'update':
      return { readOnlyHint: false, destructiveHint: true };
    case 'delete':
      return { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
    case 'act':
      return { readOnlyHint: false };
    case undefined:
      return {};
  }
}
