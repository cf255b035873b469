import type { Shape } from '@toolmark/api-contract';
import * as z from 'zod';

const DAY_S = 86_400;
const kind = z.enum(['allow', 'ask', 'deny', 'hold']);
const text = z.string().min(1);
const oneOrMany = <Value extends z.ZodType>(value: Value) => z.union([value, z.array(value).min(1)]);
const toolClass = z.enum(['read', 'additive', 'destructive']);
const hintKeys = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
const source = z.enum(['override', 'verified', 'declared', 'inferred', 'default']);

/** An empty condition would match everything, which is never what its author meant. */
const isFilled = (entry: object): boolean => Object.values(entry).some((value) => value !== undefined);

const hint = z.union([
  z.boolean(),
  z
    .strictObject({ value: z.boolean().optional(), source: oneOrMany(source).optional() })
    .refine(isFilled, 'must be true or false, or have value or source: as it is, it would match every tool'),
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

const matcher = z.strictObject({
  server: oneOrMany(text).optional().describe('Servers, with * as a wildcard.'),
  tool: oneOrMany(text).optional().describe("Tools by the server's own name, with * as a wildcard."),
  class: oneOrMany(toolClass).optional().describe('Effective classes.'),
  hints: z
    .partialRecord(z.enum(hintKeys), hint)
    .refine(isFilled, 'must name a hint: as it is, it would match every tool')
    .optional()
    .describe('Effective hints, by value or source.'),
  contradicted: z.boolean().optional().describe("Whether the tool's name or description contradicts its hints."),
  client: oneOrMany(text).optional().describe('The name the client reports, with * as a wildcard.'),
  token: oneOrMany(text).optional().describe('The name of the token the client uses, with * as a wildcard.'),
  mode: oneOrMany(z.enum(['direct', 'search', 'web', 'cli', 'api']))
    .optional()
    .describe('How the tool was called.'),
  session: z
    .strictObject({
      private_data_read: z.boolean().optional(),
      untrusted_content_seen: z.boolean().optional(),
      open_world_write: z.boolean().optional(),
      callsOver: z.int().min(0).optional(),
    })
    .refine(isFilled, 'must ask for something: as it is, it would match every session')
    .optional()
    .describe('Earlier events of the session.'),
  arguments: z
    .record(z.string(), argument)
    .refine(isFilled, 'must have a JSONPath: as it is, it would match every call')
    .optional()
    .describe('Conditions by JSONPath: {"$.action": "list"}, or with equals, in, matches (RE2) or exists.'),
});

export type MatcherEntry = Shape<typeof matcher>;

export type ArgumentEntry = Shape<typeof argument>;

const terms = z.strictObject({
  routes: z
    .array(z.enum(['client', 'page', 'cli', 'api']))
    .min(1, { error: 'must name at least one of client, page, cli and api: as it is, nobody could answer' })
    .optional()
    .describe('Ways to answer: client, page, cli, api; all by default.'),
  presence: z
    .enum(['none', 'passkey'])
    .optional()
    .describe('passkey: approving needs a passkey on the page; none by default.'),
});

/** How an approval request may be answered: of the whole policy or of one rule. */
export type TermsEntry = Shape<typeof terms>;

const rule = z.strictObject({
  ...matcher.shape,
  name: text.max(100).optional().describe('The name of the rule, shown with its decisions.'),
  decision: kind,
  reason: text.max(500).optional().describe('A sentence for the person or agent whose call is stopped.'),
  ask: z
    .strictObject(terms.shape)
    .refine(isFilled, 'must have routes or presence')
    .optional()
    .describe('For a rule with the decision ask: replaces the values of policy.ask.'),
});

export type RuleEntry = Shape<typeof rule>;

const limit = z.strictObject({
  ...matcher.shape,
  name: text.max(100).optional(),
  per: z
    .enum(['session', 'token', 'gateway'])
    .optional()
    .describe('Which calls are counted together; session by default.'),
  calls: z.int().min(1).max(1_000_000_000).describe('Maximum number of calls.'),
  seconds: z
    .number()
    .positive()
    .max(31 * DAY_S)
    .optional()
    .describe('The time window in seconds; without it, the limit applies to all calls.'),
});

export type LimitEntry = Shape<typeof limit>;

const action = z.enum(['off', 'warn', 'hold']).optional();

export const policySchema = z.strictObject({
  rules: z.array(rule).max(10_000).optional().describe('The first matching rule decides.'),
  defaults: z
    .strictObject({
      read: kind.optional(),
      additive: kind.optional(),
      destructive: kind.optional(),
      contradicted: kind.optional(),
    })
    .optional()
    .describe('Decisions for calls that match no rule: allow, allow, ask and hold by default.'),
  risk: z
    .enum(['warn', 'ask', 'deny'])
    .optional()
    .describe(
      'Decision for an open-world write after the session read private data and untrusted content; warn by default.',
    ),
  ask: z
    .strictObject({
      wait: z.number().positive().max(3_600).optional().describe('Seconds a call waits for an answer; 50 by default.'),
      expiry: z
        .number()
        .positive()
        .max(DAY_S)
        .optional()
        .describe('Seconds until the request expires; 900 by default.'),
      ...terms.shape,
    })
    .optional(),
  limits: z.array(limit).max(1_000).optional().describe('Limits on the number of calls.'),
  retry: z
    .strictObject({
      attempts: z.int().min(1).max(10).optional().describe('Attempts in total; 3 by default, 1 for no retry.'),
      deadline: z.number().positive().max(600).optional().describe('Seconds; 30 by default.'),
    })
    .optional()
    .describe('Retries of read-only and idempotent tools when their server fails.'),
  checks: z
    .strictObject({
      'hidden-unicode': action,
      instructions: action,
      'shadowed-name': action,
      secret: action,
      'large-result': action,
    })
    .optional()
    .describe('Action for suspicious definitions and results.'),
  resultBytes: z
    .int()
    .min(1_024)
    .optional()
    .describe('Results above this size in bytes are reported; 1048576 by default.'),
});

/** `policy` in `toolmark.json` as a person writes it. */
export type PolicyEntry = Shape<typeof policySchema>;

export const overrideSchema = z.strictObject({
  server: text.describe('A server, with * as a wildcard.'),
  tool: text.describe("A tool by the server's own name, with * as a wildcard."),
  hints: z
    .partialRecord(z.enum(hintKeys), z.boolean())
    .refine((hints) => Object.keys(hints).length > 0, 'must set at least one hint'),
  reason: z.string().max(500).optional(),
  author: z.string().max(200).optional(),
  at: z.iso.datetime({ offset: true }).optional(),
});

export type OverrideEntry = Shape<typeof overrideSchema>;

/** `true` and a number of seconds are short for an object. */
export const cacheSchema = z.union([
  z.boolean(),
  z.number().positive().max(DAY_S),
  z.strictObject({ ttl: z.number().positive().max(DAY_S).optional(), tools: oneOrMany(text).optional() }),
]);

export type CacheEntry = Shape<typeof cacheSchema>;
