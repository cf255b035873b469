import type { IgnoredFinding, ProfileName, Severity } from '@toolmark/annotations';
import { type ConnectionEntry, connectionFields } from '@toolmark/reach';
import * as z from 'zod';
import { ALL_RULES } from '../report/checks.ts';

/** What to check, for one server or for all of a file. */
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

/** `toolmark.audit.json`: what `toolmark audit` checks in a project. */
export interface AuditFile extends CheckEntry {
  readonly $schema?: string | undefined;
  readonly servers: Readonly<Record<string, AuditServerEntry>>;
}

/**
 * Any config with servers in the shape MCP clients share. Other keys are theirs and none of our business, and neither are
 * the servers that nobody asked for.
 */
export interface ServersFile {
  readonly mcpServers: Readonly<Record<string, unknown>>;
}

const knownCodes = new Set(ALL_RULES.map(({ code }) => code));

const ignore = z.strictObject({
  code: z
    .string()
    .regex(/^TM\d{3}$/, { error: 'must be a rule code such as TM505', abort: true })
    // A typing error would ignore nothing, and nobody would notice before the audit fails.
    .refine((code) => knownCodes.has(code), {
      error: ({ input }) =>
        `${String(input)} is no rule; the codes go from ${ALL_RULES[0]?.code} to ${ALL_RULES.at(-1)?.code}`,
    })
    .describe('The code of the rule.'),
  tool: z
    .string()
    .min(1)
    .optional()
    .describe('The tool, * matching anything. Every tool, and the server itself, where it is left out.'),
  reason: z
    .string({ error: 'is missing; say why this is fine' })
    .min(1, 'is empty; say why this is fine')
    .describe('Why this is fine. Nothing is ignored without a reason.'),
});

const checks = {
  profile: z.enum(['spec', 'anthropic', 'openai']).optional().describe('Whose rules apply. spec unless given.'),
  failOn: z
    .enum(['error', 'warning', 'note', 'never'])
    .optional()
    .describe('The least severity that fails. warning unless given.'),
  ignore: z.array(ignore).optional().describe('Findings that somebody decided to live with.'),
  timeout: z.number().positive().max(600).optional().describe('Seconds that each audit may take. 30 unless given.'),
};

const auditServer = z.strictObject({
  ...connectionFields,
  ...checks,
  table: z
    .string()
    .min(1)
    .optional()
    .describe('A classification table to hold the tools against, relative to this file.'),
});

export const auditFileSchema: z.ZodType<AuditFile> = z.strictObject({
  $schema: z.string().optional(),
  servers: z.record(z.string().min(1), auditServer).describe('The servers to audit, by name.'),
  ...checks,
});

export const serversFileSchema: z.ZodType<ServersFile> = z.looseObject({
  mcpServers: z.record(z.string(), z.unknown()),
});
