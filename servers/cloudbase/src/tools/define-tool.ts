import type {
  ArgumentsOf,
  CompleteHints,
  DataOf,
  HandlerReply,
  InputRequiredResult,
  ToolContext,
  ToolSchema,
} from '@toolmark/kit';
import type { Loss } from '../consent/consent.ts';
import { type Text, type Translate, translateTo } from '../lang/lang.ts';
import type { Services, Toolbox } from './toolbox.ts';

/** A tool of this server: its definition, its possible loss, and its implementation. */
export interface ToolSpec<Input extends ToolSchema | undefined, Output extends ToolSchema> {
  readonly name: string;
  readonly title: Text;
  readonly description: Text;
  readonly hints: CompleteHints;
  readonly input?: (t: Translate) => Input;
  readonly output: Output;
  /**
   * The data that a call with these arguments would overwrite or delete. Such a call needs the user's consent, unless the server runs
   * unattended; without consent the tool would be destructive. Only reads.
   */
  readonly loss?: (args: ArgumentsOf<Input>, work: Work) => Promise<Loss | undefined>;
  readonly run: (args: ArgumentsOf<Input>, work: Work) => Promise<Reply<Output>>;
}

type Reply<Output extends ToolSchema> = HandlerReply<DataOf<Output>> | DataOf<Output> | InputRequiredResult;

/** The context of one call. */
export interface Work extends Services {
  readonly signal: AbortSignal;
  readonly progress: ToolContext['progress'];
  readonly t: Translate;
  readonly context: ToolContext;
  /** The loss that the user consented to. Without it, and unless the server runs unattended, `run` must lose nothing. */
  readonly accepted?: Loss;
}

/** A tool that can be registered, with its schema types erased. */
export interface DefinedTool {
  readonly name: string;
  readonly title: Text;
  readonly hints: CompleteHints;
  /** Whether some of its calls need consent. */
  readonly isGuarded: boolean;
  readonly register: (toolbox: Toolbox) => void;
}

/**
 * Declares a tool.
 *
 * @example
 * export const listEnvs = defineTool({ name: 'listEnvs', title: { en: 'List environments', zh: '获取环境列表' }, hints: READ, … });
 */
export function defineTool<Output extends ToolSchema, Input extends ToolSchema | undefined = undefined>(
  spec: ToolSpec<Input, Output>,
): DefinedTool {
  const { name, title, description, hints, input, output, loss, run } = spec;
  return {
    name,
    title,
    hints,
    isGuarded: loss !== undefined,
    register: ({ kit, consent, ...services }) => {
      const { language, isUnattended } = services;
      const t = translateTo(language);
      const schema = input?.(t);
      kit.registerTool<Input, Output>(
        name,
        {
          title: title[language],
          description: description[language],
          annotations:
            isUnattended && loss !== undefined ? { ...hints, readOnlyHint: false, destructiveHint: true } : hints,
          ...(schema !== undefined && { inputSchema: schema }),
          outputSchema: output,
        },
        async (args, context) => {
          const work: Work = { ...services, t, signal: context.signal, progress: context.progress, context };
          const lost = isUnattended ? undefined : await loss?.(args, work);
          if (lost !== undefined) {
            const verdict = await consent.obtain({ tool: name, title: title[language], args, loss: lost }, context);
            if (verdict.kind === 'ask') return verdict.question;
          }
          return run(args, lost === undefined ? work : { ...work, accepted: lost });
        },
      );
    },
  };
}
