import * as z from 'zod';
import type { CheckAction, DefinitionCheck } from './policy-config.ts';

/** The part of `toolmark.json` that says what is done about calls, as a person writes it. */
export interface PolicyEntry {
  readonly rules?: readonly RuleEntry[] | undefined;
  readonly defaults?:
    | {
        readonly read?: Kind | undefined;
        readonly additive?: Kind | undefined;
        readonly destructive?: Kind | undefined;
        readonly contradicted?: Kind | undefined;
      }
    | undefined;
  readonly risk?: 'warn' | 'ask' | 'deny' | undefined;
  readonly ask?: AskEntry | undefined;
  readonly limits?: readonly LimitEntry[] | undefined;
  readonly retry?: { readonly attempts?: number | undefined; readonly deadline?: number | undefined } | undefined;
  readonly checks?: { readonly [Check in DefinitionCheck]?: CheckAction | undefined } | undefined;
  readonly resultBytes?: number | undefined;
}

/** How people are asked. */
interface AskEntry extends TermsEntry {
  readonly wait?: number | undefined;
  readonly expiry?: number | undefined;
}

/** How a question may be answered: for all of them, or for those of one rule. */
export interface TermsEntry {
  readonly routes?: readonly Route[] | undefined;
  readonly presence?: 'none' | 'passkey' | undefined;
}

type Route = 'client' | 'page' | 'cli' | 'api';
type Kind = 'allow' | 'ask' | 'deny' | 'hold';
type OneOrMany<Value> = Value | readonly Value[];
type HintKey = 'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint';
type Source = 'override' | 'verified' | 'declared' | 'inferred' | 'default';
type ClassName = 'read' | 'additive' | 'destructive';

export interface MatcherEntry {
  readonly server?: OneOrMany<string> | undefined;
  readonly tool?: OneOrMany<string> | undefined;
  readonly class?: OneOrMany<ClassName> | undefined;
  readonly hints?:
    | {
        readonly [Hint in HintKey]?:
          | boolean
          | { readonly value?: boolean | undefined; readonly source?: OneOrMany<Source> | undefined }
          | undefined;
      }
    | undefined;
  readonly contradicted?: boolean | undefined;
  readonly client?: OneOrMany<string> | undefined;
  readonly token?: OneOrMany<string> | undefined;
  readonly mode?: OneOrMany<'direct' | 'search' | 'web' | 'cli' | 'api'> | undefined;
  readonly session?:
    | {
        readonly private_data_read?: boolean | undefined;
        readonly untrusted_content_seen?: boolean | undefined;
        readonly open_world_write?: boolean | undefined;
        readonly callsOver?: number | undefined;
      }
    | undefined;
  readonly arguments?: Readonly<Record<string, ArgumentEntry>> | undefined;
}

/** A plain value means that it has to equal it. */
export type ArgumentEntry =
  | string
  | number
  | boolean
  | null
  | {
      readonly equals?: unknown;
      readonly in?: readonly unknown[] | undefined;
      readonly matches?: string | undefined;
      readonly exists?: boolean | undefined;
    };

export interface RuleEntry extends MatcherEntry {
  readonly name?: string | undefined;
  readonly decision: Kind;
  readonly reason?: string | undefined;
  readonly ask?: TermsEntry | undefined;
}

export interface LimitEntry extends MatcherEntry {
  readonly name?: string | undefined;
  readonly per?: 'session' | 'token' | 'gateway' | undefined;
  readonly calls: number;
  readonly seconds?: number | undefined;
}

export interface OverrideEntry {
  readonly server: string;
  readonly tool: string;
  readonly hints: { readonly [Hint in HintKey]?: boolean | undefined };
  readonly reason?: string | undefined;
  readonly author?: string | undefined;
  readonly at?: string | undefined;
}

/** `true` and a number of seconds are short for an object. */
export type CacheEntry =
  | boolean
  | number
  | { readonly ttl?: number | undefined; readonly tools?: OneOrMany<string> | undefined };

const DAY_S = 86_400;
const kind = z.enum(['allow', 'ask', 'deny', 'hold']);
const text = z.string().min(1);
const oneOrMany = <Value extends z.ZodType>(value: Value) => z.union([value, z.array(value).min(1)]);
const toolClass = z.enum(['read', 'additive', 'destructive']);
const hintKeys = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
const source = z.enum(['override', 'verified', 'declared', 'inferred', 'default']);

/** What asks for nothing would match everything, which nobody means who begins to ask. */
const isFilled = (entry: object): boolean => Object.values(entry).some((value) => value !== undefined);

const hint = z.union([
  z.boolean(),
  z
    .strictObject({ value: z.boolean().optional(), source: oneOrMany(source).optional() })
    .refine(isFilled, 'must be true or false, or say value or source: as it is, it would match every tool'),
]);

const argument = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z
    .strictObject({
      equals: z.unknown().optional(),
      in: z.array(z.unknown()).min(1).optional(),
      matches: text.optional(),
      exists: z.boolean().optional(),
    })
    .refine((entry) => Object.keys(entry).length === 1, 'takes exactly one of equals, in, matches and exists'),
]);

const matcher = {
  server: oneOrMany(text).optional().describe('Servers, * being anything.'),
  tool: oneOrMany(text).optional().describe('Tools, as their servers call them, * being anything.'),
  class: oneOrMany(toolClass).optional().describe('Effective classes.'),
  hints: z
    .partialRecord(z.enum(hintKeys), hint)
    .refine(isFilled, 'must name a hint: as it is, it would match every tool')
    .optional()
    .describe('Effective hints, and whose word they rest on.'),
  contradicted: z.boolean().optional().describe("Whether the tool's own words speak against its hints."),
  client: oneOrMany(text).optional().describe('What the client says it is called, * being anything.'),
  token: oneOrMany(text).optional().describe('The token that the client came with, * being anything.'),
  mode: oneOrMany(z.enum(['direct', 'search', 'web', 'cli', 'api']))
    .optional()
    .describe('How the call came.'),
  session: z
    .strictObject({
      private_data_read: z.boolean().optional(),
      untrusted_content_seen: z.boolean().optional(),
      open_world_write: z.boolean().optional(),
      callsOver: z.int().min(0).optional(),
    })
    .refine(isFilled, 'must ask for something: as it is, it would match every session')
    .optional()
    .describe('What happened in the session before.'),
  arguments: z
    .record(z.string(), argument)
    .refine(isFilled, 'must have a JSONPath: as it is, it would match every call')
    .optional()
    .describe('By JSONPath: {"$.action": "list"}, or with equals, in, matches (RE2) or exists.'),
};

const terms = {
  routes: z
    .array(z.enum(['client', 'page', 'cli', 'api']))
    .min(1, { error: 'must name at least one of client, page, cli and api: as it is, nobody could answer' })
    .optional()
    .describe('Ways to answer: client, page, cli, api; all of them unless given.'),
  presence: z
    .enum(['none', 'passkey'])
    .optional()
    .describe('passkey: approving takes a passkey on the page; none unless given.'),
};

const rule = z.strictObject({
  ...matcher,
  name: text.max(100).optional().describe('Decisions name their rule.'),
  decision: kind,
  reason: text.max(500).optional().describe('A sentence for who is stopped by it.'),
  ask: z
    .strictObject(terms)
    .refine(isFilled, 'must say routes or presence')
    .optional()
    .describe('For a rule that asks, in place of what policy.ask says.'),
});

const limit = z.strictObject({
  ...matcher,
  name: text.max(100).optional(),
  per: z.enum(['session', 'token', 'gateway']).optional().describe('Whose calls count together; session unless given.'),
  calls: z.int().min(1).max(1_000_000_000).describe('So many are let through.'),
  seconds: z
    .number()
    .positive()
    .max(31 * DAY_S)
    .optional()
    .describe('In so long a time; without it, in all.'),
});

const action = z.enum(['off', 'warn', 'hold']).optional();

const policy = z.strictObject({
  rules: z.array(rule).max(10_000).optional().describe('The first that matches decides.'),
  defaults: z
    .strictObject({
      read: kind.optional(),
      additive: kind.optional(),
      destructive: kind.optional(),
      contradicted: kind.optional(),
    })
    .optional()
    .describe('What decides where no rule does: allow, allow, ask and hold unless given.'),
  risk: z
    .enum(['warn', 'ask', 'deny'])
    .optional()
    .describe('An open-world write after private data was read and untrusted content seen; warn unless given.'),
  ask: z
    .strictObject({
      wait: z.number().positive().max(3_600).optional().describe('Seconds a call waits for a person; 50 unless given.'),
      expiry: z.number().positive().max(DAY_S).optional().describe('Seconds a person can answer; 900 unless given.'),
      ...terms,
    })
    .optional(),
  limits: z.array(limit).max(1_000).optional().describe('How many calls are let through.'),
  retry: z
    .strictObject({
      attempts: z.int().min(1).max(10).optional().describe('In all; 3 unless given, 1 for never again.'),
      deadline: z.number().positive().max(600).optional().describe('Seconds; 30 unless given.'),
    })
    .optional()
    .describe('What only reads or is idempotent is called again when its server fails.'),
  checks: z
    .strictObject({
      'hidden-unicode': action,
      instructions: action,
      'shadowed-name': action,
      secret: action,
      'large-result': action,
    })
    .optional()
    .describe('What is done about definitions that look wrong.'),
  resultBytes: z.int().min(1_024).optional().describe('Longer results are told of; 1048576 unless given.'),
});

export const policySchema: z.ZodType<PolicyEntry> = policy;

export const overrideSchema: z.ZodType<OverrideEntry> = z.strictObject({
  server: text.describe('A server, * being anything.'),
  tool: text.describe('A tool, as its server calls it, * being anything.'),
  hints: z
    .partialRecord(z.enum(hintKeys), z.boolean())
    .refine((hints) => Object.keys(hints).length > 0, 'must set at least one hint'),
  reason: z.string().max(500).optional(),
  author: z.string().max(200).optional(),
  at: z.iso.datetime({ offset: true }).optional(),
});

export const cacheSchema: z.ZodType<CacheEntry> = z.union([
  z.boolean(),
  z.number().positive().max(DAY_S),
  z.strictObject({ ttl: z.number().positive().max(DAY_S).optional(), tools: oneOrMany(text).optional() }),
]);
