import type { DescriptionParts } from '@toolmark/annotations';
import type { ToolContext } from '../call/context.ts';
import type { Middleware } from '../call/middleware.ts';
import type { CompleteHints } from '../hints/complete-hints.ts';
import type { HandlerReply } from '../outcome/to-outcome.ts';
import type { InputOf, OutputOf, ToolSchema } from '../schema/tool-schema.ts';

/**
 * The configuration of a tool: everything but its name and its handler.
 *
 * @example
 * const config: ToolConfig<typeof NoteId, undefined> = {
 *   title: 'Delete Note',
 *   description: { summary: 'Deletes a note for good.', preconditions: 'The note exists.' },
 *   inputSchema: NoteId,
 *   annotations: categories.delete({ openWorld: false }),
 * };
 */
export interface ToolConfig<Input extends ToolSchema | undefined, Output extends ToolSchema | undefined> {
  /** For people: `Delete Note`. It is sent in both places where clients look for it. */
  readonly title: string;
  /** For the model. Parts are formatted uniformly, and their example is checked against `outputSchema`. */
  readonly description: string | DescriptionParts;
  readonly annotations: CompleteHints;
  /** An object schema; every property, at any depth, needs a description. */
  readonly inputSchema?: Input;
  /** An object schema, which the handler's data must match. */
  readonly outputSchema?: Output;
  /** Middleware for this tool, inside that of the kit. */
  readonly use?: readonly Middleware[];
  readonly icons?: readonly ToolIcon[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** An icon as MCP describes it. */
export interface ToolIcon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
  readonly theme?: 'light' | 'dark';
}

/** The type of a handler's arguments; empty without `inputSchema`. */
export type ArgumentsOf<Input extends ToolSchema | undefined> = Input extends ToolSchema
  ? OutputOf<Input>
  : Readonly<Record<string, never>>;

/** The type of a handler's data: the input of `outputSchema`, or any JSON. */
export type DataOf<Output extends ToolSchema | undefined> = Output extends ToolSchema ? InputOf<Output> : unknown;

/**
 * The function that runs a tool. It returns plain data, or `ok(…)`, `fail(…)` or `content(…)`.
 *
 * @example
 * const handler: ToolHandler<typeof NoteId, undefined> = async ({ id }, { signal }) => notes.remove(id, { signal });
 */
export type ToolHandler<Input extends ToolSchema | undefined, Output extends ToolSchema | undefined, Sdk = unknown> = (
  args: ArgumentsOf<Input>,
  context: ToolContext<Sdk>,
) => HandlerReply<DataOf<Output>> | DataOf<Output> | Promise<HandlerReply<DataOf<Output>> | DataOf<Output>>;
