import type { ToolDefinition } from '@toolmark/annotations';
import { type CallMode, callModes, type DecisionKind } from '@toolmark/api-contract';
import * as z from 'zod';
import type { SessionFactsEntry } from '../session-facts.ts';

/** The file as a person writes it. */
export interface CasesEntry {
  readonly $schema?: string | undefined;
  readonly tools: Readonly<Record<string, string | readonly ToolDefinition[]>>;
  readonly cases: readonly CaseEntry[];
}

export interface CaseEntry {
  readonly name?: string | undefined;
  readonly server: string;
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  readonly client?: string | undefined;
  readonly token?: string | undefined;
  readonly mode?: CallMode | undefined;
  readonly session?: SessionFactsEntry | undefined;
  readonly expect: DecisionKind | { readonly decision: DecisionKind; readonly rule?: string | undefined };
}

const text = z.string().min(1);
const kind = z.enum(['allow', 'ask', 'deny', 'hold'], { error: 'must be allow, ask, deny or hold' });

/** Only the name is validated: real servers send broken definitions, and the policy must handle them. */
const tool: z.ZodType<ToolDefinition> = z.looseObject({ name: z.string() });

const toolList: z.ZodType<readonly ToolDefinition[]> = z.array(tool);

/** A list of tools, or the result of `tools/list`. */
export const toolFileSchema: z.ZodType<readonly ToolDefinition[] | { readonly tools: readonly ToolDefinition[] }> =
  z.union([toolList, z.looseObject({ tools: toolList })], {
    error: 'must be a list of tools, or an object with such a list as tools, as tools/list answers',
  });

const policyCase: z.ZodType<CaseEntry> = z.strictObject({
  name: text.optional().describe('For people; server, tool and number by default.'),
  server: text,
  tool: text.describe('As its server calls it.'),
  arguments: z.record(z.string(), z.unknown()).optional(),
  client: text.optional().describe('What the client says it is called; nothing by default.'),
  token: text.optional().describe('The token that the client came with; local by default.'),
  mode: z.enum(callModes).optional().describe('How the call came; direct by default.'),
  session: z
    .strictObject({
      private_data_read: z.boolean().optional(),
      untrusted_content_seen: z.boolean().optional(),
      open_world_write: z.boolean().optional(),
      calls: z.int().min(0).optional(),
    })
    .optional()
    .describe('What happened in the session before; nothing by default.'),
  expect: z.union([kind, z.strictObject({ decision: kind, rule: text.optional() })], {
    error: 'must be allow, ask, deny or hold, or an object with decision and perhaps rule',
  }),
});

export const casesSchema: z.ZodType<CasesEntry> = z.strictObject({
  $schema: z.string().optional(),
  tools: z
    .record(
      text,
      z.union([text, toolList], {
        error: 'must be a list of tools as tools/list gives them, or a path to such a file',
      }),
    )
    .describe('By server: its tools, or a path to a JSON file with them, seen from this file.'),
  cases: z.array(policyCase).min(1, { error: 'has no cases in it' }),
});
