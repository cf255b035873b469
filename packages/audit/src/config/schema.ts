import type { IgnoredFinding, ProfileName, Severity } from '@toolmark/annotations';
import { type ConnectionEntry, connectionFields } from '@toolmark/reach';
import * as z from 'zod';
import { ALL_RULES } from '../report/checks.ts';

/** The checks for one server or for all servers of a file. */
export interface CheckEntry {
  readonly profile?: ProfileName | undefined;
  readonly failOn?: Severity | 'never' | undefined;
  readonly ignore?: readonly (Omit<IgnoredFinding, 'tool'> & { readonly tool?: string | undefined })[] | undefined;
  /** Seconds. */
  readonly timeout?: number | undefined;
}

interface AuditServerEntry extends ConnectionEntry, CheckEntry {
  readonly table?: string | undefined;
}

/** `toolmark.audit.json`: the checks that `toolmark audit` runs in a project. */
export interface AuditFile extends CheckEntry {
  readonly $schema?: string | undefined;
  readonly servers: Readonly<Record<string, AuditServerEntry>>;
}

/**
 * A config in the `mcpServers` format of MCP clients. Unknown keys are ignored, and servers are validated only when
 * requested.
 */
export interface ServersFile {
  readonly mcpServers: Readonly<Record<string, unknown>>;
}

const knownCodes = new Set(ALL_RULES.map(({ code }) => code));

const ignore = z.strictObject({
  code: z
    .string()
    .regex(/^TM\d{3}$/, { error: 'must be a rule code such as TM505', abort: true })
    // Reject unknown codes: a misspelt code would silently ignore nothing.
    .refine((code) => knownCodes.has(code), {
      error: ({ input }) =>
        `${String(input)} is no rule; the codes go from ${ALL_RULES[0]?.code} to ${ALL_RULES.at(-1)?.code}`,
    })
    .describe('The code of the rule.'),
  tool: z
    .string()
    .min(1)
    .optional()
    .describe('The tool; * matches anything. If absent: every tool, and the server itself.'),
  reason: z
    .string({ error: 'is missing; say why this is fine' })
    .min(1, 'is empty; say why this is fine')
    .describe('The reason, which is mandatory.'),
});

const checks = {
  profile: z.enum(['spec', 'anthropic', 'openai']).optional().describe('The rules to apply. spec by default.'),
  failOn: z
    .enum(['error', 'warning', 'note', 'never'])
    .optional()
    .describe('The lowest severity that fails. warning by default.'),
  ignore: z.array(ignore).optional().describe('Findings to ignore.'),
  timeout: z.number().positive().max(600).optional().describe('The timeout of each audit in seconds. 30 by default.'),
};

const auditServer = z.strictObject({
  ...connectionFields,
  ...checks,
  table: z
    .string()
    .min(1)
    .optional()
    .describe('A classification table to compare the tools with, relative to this file.'),
});

export const auditFileSchema: z.ZodType<AuditFile> = z.strictObject({
  $schema: z.string().optional(),
  servers: z.record(z.string().min(1), auditServer).describe('The servers to audit, by name.'),
  ...checks,
});

export const serversFileSchema: z.ZodType<ServersFile> = z.looseObject({
  mcpServers: z.record(z.string(), z.unknown()),
});
