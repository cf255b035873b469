import type { DescriptionParts } from '@toolmark/annotations';
import { type CompleteHints, fail, type Middleware, ok as success, type ToolFailure } from '@toolmark/kit';
import type * as z from 'zod';
import type { Outcome } from '../backend/backend.ts';
import { cutText } from '../engine/cut-text.ts';
import { LIMITS } from '../engine/limits.ts';
import type { DebugError, ErrorCode } from '../errors.ts';
import { fitReply, shrink } from './fit-reply.ts';
import { replySchema } from './listed-schema.ts';
import { logCalls } from './log-calls.ts';
import type { Debugger, Toolbox } from './toolbox.ts';

/** One tool: its definition and its function. */
export interface ToolSpec<Input extends z.ZodObject, Output extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string | DescriptionParts;
  readonly annotations: CompleteHints;
  readonly input: Input;
  /** The fields of a success besides `success`. */
  readonly output: Output;
  /** The error code for each invalid argument; INVALID_PARAMETER by default. */
  readonly codes?: Readonly<Record<string, ErrorCode>>;
  /** How to get the rest of a truncated reply. */
  readonly more?: string;
  /** Characters of a reply, if they are not the usual ones. */
  readonly room?: number;
  readonly run: (args: z.output<Input>, call: Call) => Promise<Outcome<Reply<Output>>>;
}

/** One call of a tool. */
export interface Call extends Debugger {
  readonly signal: AbortSignal;
}

type Reply<Output extends z.ZodRawShape> = z.input<z.ZodObject<Output>> & Readonly<Record<string, unknown>>;

/** A tool that can be registered on a server. */
export interface DebugTool {
  readonly name: string;
  readonly register: (toolbox: Toolbox) => void;
}

/**
 * Defines a tool. A success has `success: true`; a failure is `{ success: false, error: { code, message, details } }`,
 * as text, as structured content, and with `isError`.
 */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodRawShape>(
  spec: ToolSpec<Input, Output>,
): DebugTool {
  const outputSchema = replySchema(spec.output);
  const { name, title, description, annotations, input, run, more, room } = spec;
  return {
    name,
    register: ({ kit, engine, backends, workspaces, cwd }) => {
      kit.registerTool(
        name,
        {
          title,
          description,
          annotations,
          inputSchema: input,
          outputSchema,
          use: [logCalls(engine), asJson, checkArguments(input, spec.codes ?? {})],
        },
        async (args, { signal }) => {
          // The kit has validated them with this schema.
          const answer = await run(args as z.output<Input>, { engine, backends, workspaces, cwd, signal });
          return answer.ok
            ? success(fitReply({ success: true, ...answer.value }, more, room))
            : toFailure(answer.error);
        },
      );
    },
  };
}

/** Truncate: the error may quote arguments, which are up to the size of a request. */
function toFailure({ code, message, details }: DebugError): ToolFailure {
  const text = message.length > LIMITS.message ? `${cutText(message, LIMITS.message)}…` : message;
  return fail(code, text, details === undefined ? null : shrink(details, 2 * LIMITS.message));
}

/** Converts every failure to JSON, including those of the kit. */
const asJson: Middleware = async (_, next) => {
  const outcome = await next();
  if (outcome.kind !== 'failed') return outcome;
  const error = { code: outcome.code, message: outcome.message, details: outcome.details ?? null };
  return { ...outcome, details: error.details, text: JSON.stringify({ success: false, error }) };
};

/** Validates the arguments first, with the error codes of the contract. */
function checkArguments(input: z.ZodObject, codes: Readonly<Record<string, ErrorCode>>): Middleware {
  return async ({ args }, next) => {
    const parsed = input.safeParse(args ?? {});
    if (parsed.success) return next();
    const [issue] = parsed.error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : [];
    const parameter = String(unknown[0] ?? issue?.path[0] ?? '');
    const known = Object.keys(input.shape);
    const message =
      unknown.length > 0
        ? `There is no parameter '${parameter}'. ${known.length === 0 ? 'This tool takes none.' : `There are: ${known.join(', ')}.`}`
        : `The argument '${parameter}' does not fit: ${issue?.message ?? 'it is not understood'}.`;
    return toFailure({ code: codes[parameter] ?? 'INVALID_PARAMETER', message, details: { parameter } });
  };
}
