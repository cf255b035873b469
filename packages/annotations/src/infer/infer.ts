import { descriptionOf, parametersOf, type ToolDefinition, titleOf } from '../definition.ts';
import type { PartialHints, ToolClass } from '../hints.ts';
import type { Action } from './lexicon.ts';
import { type Reading, readName, type StatedAction } from './name.ts';
import { type ParameterEvidence, readParameters } from './parameters.ts';
import { readText } from './text.ts';

/** What a definition's words say its tool does. Words prove nothing: they may suggest, and they may tighten. */
export interface Inference {
  /** The class, where the words are clear about it. A tool that changes something unknown has none. */
  readonly class: ToolClass | undefined;
  readonly action: Action | undefined;
  /** The statement that decided, and where it stands. */
  readonly stated: (StatedAction & { readonly in: 'name' | 'title' | 'description' }) | undefined;
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
  const parameters = readParameters(tool);
  const stated = findStatement(tool);
  const action = runsItsQuery(stated?.word, tool) ? undefined : worst(stated?.action, parameters);
  const toolClass = action === undefined ? undefined : CLASS_OF[action];
  return { class: toolClass, action, stated, parameters, suggested: suggest(action) };
}

/** The name decides; where it is silent, torn or unsure, the title and then the description may. */
function findStatement(tool: ToolDefinition): Inference['stated'] {
  const title = titleOf(tool);
  const byName = readName(tool.name);
  if (isStatement(byName)) return { ...pick(byName), in: 'name' };
  for (const [place, text] of [
    ['title', title.source === 'name' ? '' : title.value],
    ['description', descriptionOf(tool)],
  ] as const) {
    const reading = readText(text);
    if (isStatement(reading)) return { ...pick(reading), in: place };
    // A sentence torn between reading and writing settles nothing, and nothing weaker may settle it either.
    if (reading.action === 'mixed') return undefined;
  }
  return undefined;
}

const isStatement = (reading: Reading): reading is StatedAction => 'certain' in reading;

const pick = ({ action, word, certain }: StatedAction): StatedAction => ({ action, word, certain });

function worst(stated: Action | undefined, parameters: readonly ParameterEvidence[]): Action | undefined {
  if (parameters.some(({ action }) => action === 'delete')) return 'delete';
  if (stated === undefined) return parameters.some(({ kind }) => kind === 'mode') ? 'act' : undefined;
  // A reading name with a parameter that can write or run anything: we no longer know.
  return stated === 'read' && parameters.length > 0 ? undefined : stated;
}

/** A tool called "query" that takes a query runs whatever it is given, and SQL can do anything. */
function runsItsQuery(word: string | undefined, tool: ToolDefinition): boolean {
  return word === 'query' && parametersOf(tool).some(({ name }) => name.toLowerCase() === 'query');
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
