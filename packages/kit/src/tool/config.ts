import type { DescriptionParts } from '@toolmark/annotations';
import type { ToolContext } from '../call/context.ts';
import type { Middleware } from '../call/middleware.ts';
import type { CompleteHints } from '../hints/complete-hints.ts';
import type { HandlerReply } from '../outcome/to-outcome.ts';
import type { InputOf, OutputOf, ToolSchema } from '../schema/tool-schema.ts';

/**
 * Everything about a tool but its name and its work.
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
  /** For people: `Delete Note`. It goes on the wire in both places where clients look for it. */
  readonly title: string;
  /** For the model. Parts are written in one form, and their example is checked against `outputSchema`. */
  readonly description: string | DescriptionParts;
  readonly annotations: CompleteHints;
  /** An object; every property, at any depth, has a description. */
  readonly inputSchema?: Input;
  /** An object. What the handler returns must fit it. */
  readonly outputSchema?: Output;
  /** Steps around every call of this tool, inside those of the kit. */
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

/** The arguments that a handler gets. Without `inputSchema` there are none. */
export type ArgumentsOf<Input extends ToolSchema | undefined> = Input extends ToolSchema
  ? OutputOf<Input>
  : Readonly<Record<string, never>>;

/** The data that a handler returns: what `outputSchema` accepts, or anything that can be JSON. */
export type DataOf<Output extends ToolSchema | undefined> = Output extends ToolSchema ? InputOf<Output> : unknown;

/**
 * The work of a tool. It returns plain data, or `ok(…)`, `fail(…)` or `content(…)`.
 *
 * @example
 * const handler: ToolHandler<typeof NoteId, undefined> = async ({ id }, { signal }) => notes.remove(id, { signal });
 */
export type ToolHandler<Input extends ToolSchema | undefined, Output extends ToolSchema | undefined, Sdk = unknown> = (
  args: ArgumentsOf<Input>,
  context: ToolContext<Sdk>,
) => HandlerReply<DataOf<Output>> | DataOf<Output> | Promise<HandlerReply<DataOf<Output>> | DataOf<Output>>;
