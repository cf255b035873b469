import { conforms, type ToolDefinition } from '@toolmark/annotations';
import { fail, type InputRequiredResult, isOutcome, type ToolFailure, type ToolOutcome } from '../outcome/outcome.ts';
import { toOutcome } from '../outcome/to-outcome.ts';
import { type ToolResult, toResult } from '../outcome/to-result.ts';
import { isToolError } from '../outcome/tool-error.ts';
import { issueLines, type ToolSchema } from '../schema/tool-schema.ts';
import type { ToolContext } from './context.ts';
import type { Incident } from './incident.ts';
import { compose, type Middleware } from './middleware.ts';

/** The parts of a tool that a call needs. */
export interface RunnableTool {
  readonly definition: ToolDefinition;
  /** Absent if the tool takes no arguments, or if the SDK has validated them already. */
  readonly inputSchema: ToolSchema | undefined;
  readonly outputSchema: ToolSchema | undefined;
  /** Whether clients see an output schema, regardless of who validates it. */
  readonly hasOutputSchema: boolean;
  readonly steps: readonly Middleware[];
  readonly handler: (args: unknown, context: ToolContext) => unknown;
  readonly report: (incident: Incident) => void;
}

/** Runs one call from raw arguments to MCP's result. Rejects only with the error that the SDK itself handles. */
export async function runTool(
  tool: RunnableTool,
  args: unknown,
  context: ToolContext,
): Promise<ToolResult | InputRequiredResult> {
  const { definition, report } = tool;
  const failed = (error: unknown) => toFailure(error, { tool: definition.name, signal: context.signal, report });
  const call = {
    tool: definition,
    args,
    context,
    report: (error: unknown) => report({ id: crypto.randomUUID(), tool: definition.name, error }),
  };
  const handle = () => runHandler(tool, args, context).catch(failed);
  const outcome = await compose(tool.steps, call, handle).catch(failed);
  const options = { hasOutputSchema: tool.hasOutputSchema, admits: (failure: object) => admits(definition, failure) };
  try {
    return toResult(outcome, options);
  } catch (error) {
    return toResult(failed(error), options);
  }
}

/**
 * Whether the failure is known to conform, checked with the JSON Schema as clients do: Zod's own check ignores
 * additional keys.
 */
function admits({ outputSchema }: ToolDefinition, failure: object): boolean {
  return outputSchema !== undefined && conforms(failure, outputSchema, { patterns: true }).kind === 'fits';
}

async function runHandler(tool: RunnableTool, args: unknown, context: ToolContext): Promise<ToolOutcome> {
  const input = await checkInput(tool.inputSchema, args);
  if (isOutcome(input)) return input;
  const outcome = toOutcome(await tool.handler(input.value, context));
  if (outcome.kind !== 'ok' || tool.outputSchema === undefined) return outcome;
  const output = await tool.outputSchema['~standard'].validate(outcome.data);
  if (output.issues === undefined) return { ...outcome, data: output.value };
  throw new Error(`The result does not fit outputSchema: ${issueLines(output.issues).join('; ')}`);
}

async function checkInput(
  schema: ToolSchema | undefined,
  args: unknown,
): Promise<{ readonly value: unknown } | ToolFailure> {
  if (schema === undefined) return { value: args ?? {} };
  const result = await schema['~standard'].validate(args ?? {});
  if (result.issues === undefined) return { value: result.value };
  return fail('INVALID_INPUT', `The arguments do not fit: ${issueLines(result.issues).join('; ')}`);
}

interface FailedCall {
  readonly tool: string;
  readonly signal: AbortSignal;
  readonly report: (incident: Incident) => void;
}

function toFailure(error: unknown, { tool, signal, report }: FailedCall): ToolFailure {
  if (isToolError(error)) return fail(error.code, error.message, error.details);
  if (isSignalToSdk(error)) throw error;
  // A handler's error after an abort is a consequence of the abort, not a bug.
  if (signal.aborted) return fail('CANCELLED', 'The call was cancelled before it was done.');
  const id = crypto.randomUUID();
  report({ id, tool, error });
  return fail(
    'INTERNAL',
    `The tool failed unexpectedly. Tell the user the incident id ${id}; the server's log has more.`,
    {
      incident: id,
    },
  );
}

/** SDKs for older revisions request a URL elicitation by this JSON-RPC error, so it must be rethrown. */
function isSignalToSdk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === URL_ELICITATION_REQUIRED;
}

const URL_ELICITATION_REQUIRED = -32042;
