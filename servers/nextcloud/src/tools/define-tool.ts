import {
  type ArgumentsOf,
  type CompleteHints,
  type DataOf,
  type HandlerReply,
  requireScopes,
  type ToolContext,
  type ToolSchema,
} from '@toolmark/kit';
import type { Nextcloud } from '../http/nextcloud.ts';
import type { Semantic } from '../semantic/create-semantic.ts';
import { scopeChallenge } from './scopes.ts';
import type { Toolbox } from './toolbox.ts';

/** A tool of this server: its definition, the scopes it needs, and its implementation. */
export interface ToolSpec<Input extends ToolSchema | undefined, Output extends ToolSchema> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: CompleteHints;
  /** The caller needs all of them. */
  readonly scopes: readonly [string, ...string[]];
  readonly input?: Input;
  readonly output: Output;
  readonly run: (args: ArgumentsOf<Input>, work: Work) => Promise<HandlerReply<DataOf<Output>> | DataOf<Output>>;
}

/** The context of one call. */
export interface Work {
  readonly nextcloud: Nextcloud;
  readonly signal: AbortSignal;
  readonly progress: ToolContext['progress'];
  /** Sends a log message to the client if it subscribed to them. Must not contain document contents; never fails the call. */
  readonly warn: (sentence: string) => Promise<void>;
  readonly context: ToolContext;
  readonly now: () => Date;
  readonly canSample: Toolbox['canSample'];
  /** `undefined` if semantic search is off. */
  readonly semantic?: Semantic | undefined;
}

/** A tool that can be registered, with its schema types erased. */
export interface DefinedTool {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly register: (toolbox: Toolbox) => void;
}

/**
 * Declares a tool.
 *
 * @example
 * export const getNote = defineTool({ name: 'nc_notes_get_note', title: 'Get Note', scopes: ['notes:read'], hints: READ, … });
 */
export function defineTool<Output extends ToolSchema, Input extends ToolSchema | undefined = undefined>(
  spec: ToolSpec<Input, Output>,
): DefinedTool {
  const { name, title, description, hints, scopes, input, output, run } = spec;
  return {
    name,
    scopes,
    register: (toolbox) => {
      const { kit, nextcloud, hasScopes, now, canSample, semantic } = toolbox;
      const registered = kit.registerTool<Input, Output>(
        name,
        {
          title,
          description,
          annotations: hints,
          ...(input !== undefined && { inputSchema: input }),
          outputSchema: output,
          ...(hasScopes && { use: [requireScopes(...scopes)] }),
        },
        async (args, context) => {
          const { signal, progress } = context;
          const warn = (sentence: string) => context.sdk.mcpReq.log('warning', sentence, name).catch(() => {});
          const work = { signal, progress, warn, context, now, canSample, semantic };
          return run(args, { nextcloud: await nextcloud(context), ...work });
        },
      );
      Object.assign(registered, scopeChallenge(toolbox, scopes));
    },
  };
}
