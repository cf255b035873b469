import { descriptionOf, parametersOf, type ToolDefinition, titleOf } from '../definition.ts';
import type { PartialHints, ToolClass } from '../hints.ts';
import type { Action } from './lexicon.ts';
import { readName } from './name.ts';
import { type ParameterEvidence, readParameters } from './parameters.ts';
import { isStatement, isWrite, type Reading, type StatedAction, toStatement } from './reading.ts';
import { readText } from './text.ts';

/** An action, and where it is stated. */
export interface Statement extends StatedAction {
  readonly in: 'name' | 'title' | 'description';
}

/** What a definition's words say its tool does. Words prove nothing: they may suggest, and they may tighten. */
export interface Inference {
  /** The class, where the words are clear about it. A tool that changes something unknown has none. */
  readonly class: ToolClass | undefined;
  readonly action: Action | undefined;
  /** The statement that decided. */
  readonly stated: Statement | undefined;
  /** Everything that was stated, also where it did not decide. */
  readonly statements: readonly Statement[];
  readonly parameters: readonly ParameterEvidence[];
  /** Hints worth proposing to the author. Read-only is proposed only where nothing speaks against it. */
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
  const witnesses = [
    { in: 'name', reading: readName(tool.name) },
    { in: 'title', reading: readText(title.source === 'name' ? '' : title.value) },
    { in: 'description', reading: readText(descriptionOf(tool)) },
  ] as const;
  const statements = witnesses.flatMap(({ in: place, reading }): readonly Statement[] =>
    isStatement(reading) ? [{ ...toStatement(reading), in: place }] : [],
  );
  const parameters = readParameters(tool);
  const texts = witnesses.slice(1).map(({ reading }) => reading);
  const stated = decide(texts, statements);
  const action = runsItsQuery(stated, tool) ? undefined : worst(stated?.action, parameters);
  const toolClass = action === undefined ? undefined : CLASS_OF[action];
  return { class: toolClass, action, stated, statements, parameters, suggested: suggest(action) };
}

/**
 * The first to state something decides: the name, then the title, then the description. But reading is believed only where
 * no text speaks of more: "get_next_job: Gets the next job and removes it from the queue" does not only read. A name that is
 * torn by itself may be settled by the texts.
 */
function decide(texts: readonly Reading[], statements: readonly Statement[]): Statement | undefined {
  const [first] = statements;
  const isDoubted = texts.some((reading) => isWrite(reading) || reading.action === 'mixed');
  return first?.action === 'read' && isDoubted ? undefined : first;
}

/** A tool that queries and takes a query runs whatever it is given, and SQL can do anything. */
function runsItsQuery(stated: Statement | undefined, tool: ToolDefinition): boolean {
  if (stated?.action !== 'read' || !/query/i.test(tool.name)) return false;
  return parametersOf(tool).some(({ name }) => name.toLowerCase() === 'query');
}

function worst(stated: Action | undefined, parameters: readonly ParameterEvidence[]): Action | undefined {
  const plain = parameters.filter(({ kind }) => kind === 'mode' || kind === 'flag');
  if (plain.some(({ action }) => action === 'delete')) return 'delete';
  if (stated === undefined) return plain.length > 0 ? 'act' : undefined;
  // A reading name with a parameter that can write or run anything: we no longer know.
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
