import type { Shape } from '@toolmark/api-contract';
import { connectionFields } from '@toolmark/reach';
import * as z from 'zod';
import { curationSchema, oauthSchema, profileSchema, registrySchema } from './offer-schema.ts';
import { cacheSchema, overrideSchema, policySchema } from './policy-schema.ts';

const DAY_S = 86_400;
const secondsSetting = (description: string, defaultValue: number) =>
  z
    .number()
    .positive()
    .max(DAY_S)
    .optional()
    .meta({ description: `${description} In seconds.`, default: defaultValue });
const countSetting = (min: number, max: number, description: string, defaultValue: number) =>
  z.int().min(min).max(max).optional().meta({ description, default: defaultValue });

export const serverEntrySchema = z.looseObject({
  ...connectionFields,
  disabled: z.boolean().optional().describe('Keep the entry, but do not start or offer this server.'),
  protocol: z
    .enum(['auto', 'modern', 'legacy'])
    .optional()
    .describe('modern is 2026-07-28, legacy every earlier version; detected by default.'),
  connectTimeout: secondsSetting('How long the server may take to start and initialize.', 60),
  timeout: secondsSetting('How long a call may be silent; every progress notification restarts the timer.', 120),
  maxTimeout: secondsSetting('How long a call may take in total, even with progress notifications.', 3_600),
  resultBytes: countSetting(
    65_536,
    67_108_864,
    'Bytes of one result. Larger results block other calls while they are recorded and sent.',
    8_388_608,
  ),
  resultValues: countSetting(
    32_768,
    2_000_000,
    'Members of objects and items of arrays in one result, all together. Recording more of them blocks other calls.',
    50_000,
  ),
  concurrency: countSetting(1, 10_000, 'Calls that may run on this server at the same time.', 64),
  queue: countSetting(0, 100_000, 'Calls that may wait in the queue.', 1_024),
  trust: z
    .enum(['review', 'declared', 'verified', 'none'])
    .optional()
    .describe(
      "Which declared hints to trust: relaxing ones after a person accepted them (review, the default), all (declared), only proven ones (verified), or none, which leaves MCP's defaults.",
    ),
  strict: z
    .boolean()
    .optional()
    .describe(
      'Hold every new tool, and hold a tool when its description or schemas change, not only when its hints change.',
    ),
  cache: cacheSchema
    .optional()
    .describe('Cache results of read-only tools: true, seconds, or { ttl, tools }. Nothing is cached by default.'),
  oauth: oauthSchema.optional().describe('OAuth settings for signing in to this server; most servers need none.'),
});

/** An entry of `mcpServers`. */
export type ServerEntry = Shape<typeof serverEntrySchema>;

const namesSetting = (description: string) => z.array(z.string().min(1)).optional().describe(description);

const redact = z.looseObject({
  enabled: z.boolean().optional().describe('false keeps secrets in the record; true by default.'),
  names: namesSetting(
    'Names of fields whose values are secrets, in addition to the built-in ones: password, token, apiKey, ….',
  ),
  keep: namesSetting('Names of fields whose values are not secrets, despite a match with the built-in names.'),
  patterns: namesSetting('Regular expressions for secrets in any text, in addition to the built-in ones.'),
});

const retention = z.looseObject({
  sessions: countSetting(
    1,
    1_000_000,
    'How many sessions are kept, with their calls; the oldest are deleted first.',
    100,
  ),
  days: countSetting(1, 36_500, 'How long a session is kept after its last call.', 90),
  bytes: countSetting(10_485_760, 2 ** 50, 'Maximum size of the record in bytes.', 1_073_741_824),
});

const record = z.looseObject({
  enabled: z.boolean().optional().describe('false records nothing; true by default.'),
  bodyBytes: countSetting(
    0,
    16_777_216,
    'Bytes recorded of the arguments and of the result of a call; longer ones are cut.',
    262_144,
  ),
  sessionIdle: secondsSetting('How long a session may be idle before it is closed.', 1_800),
  redact: redact.optional().describe('Redaction of secrets before anything is stored.'),
  retention: retention.optional().describe('How much is kept. The oldest sessions are deleted first.'),
});

const listen = z.looseObject({
  host: z.string().min(1).optional().describe('127.0.0.1 by default.'),
  port: z.int().min(0).max(65_535).optional().describe('7420 by default; 0 takes any free port.'),
});

const limits = z.looseObject({
  bodyBytes: countSetting(1_024, 1_073_741_824, 'Bytes of one request.', 10_485_760),
  depth: countSetting(8, 10_000, 'Levels of nesting in one request.', 200),
  values: countSetting(
    1_000,
    10_000_000,
    'Members of objects and items of arrays in one request, all together. Recording more of them blocks other requests.',
    50_000,
  ),
  sessions: countSetting(1, 1_000_000, 'Concurrent sessions of clients with the older protocol.', 10_000),
  sessionIdle: secondsSetting('How long such a session may be idle.', 1_800),
  drain: secondsSetting('How long running calls may take to finish when the gateway stops.', 10),
});

const log = z.looseObject({
  level: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional().describe('info by default.'),
});

export const configFileSchema = z.looseObject({
  $schema: z.string().optional(),
  mcpServers: z
    .record(z.string(), serverEntrySchema, {
      error: 'must be an object with your servers by name (some clients call it servers)',
    })
    .describe('The servers to offer, by name, in the format that MCP clients share.'),
  listen: listen.optional().describe('The address the gateway listens on.'),
  allowedHosts: z
    .array(z.string().min(1))
    .optional()
    .describe('Host names of the gateway, in addition to localhost: example.com or example.com:8443.'),
  allowedOrigins: z
    .array(z.string().min(1))
    .optional()
    .describe('Web origins that may call the gateway, in addition to its own: https://example.com.'),
  limits: limits.optional().describe('Limits for requests of clients.'),
  pageSize: countSetting(0, 100_000, 'Entries per page of a list; 0 sends everything at once.', 0),
  transparent: z.boolean().optional().describe('Pass exactly one server through, with its own tool names.'),
  log: log.optional(),
  record: record.optional().describe('What is recorded of calls, and for how long.'),
  policy: policySchema.optional().describe('Which calls are allowed, need approval, are denied or held.'),
  overrides: z
    .array(overrideSchema)
    .max(10_000)
    .optional()
    .describe('Hints set by a person; an exact name takes precedence over a pattern.'),
  lock: z
    .string()
    .min(1)
    .optional()
    .describe('The file that pins tool definitions; toolmark.lock in the data folder by default.'),
  profiles: z
    .record(z.string(), profileSchema)
    .optional()
    .describe('Named subsets of the tools, each at /mcp/p/<name> and /mcp/p/<name>/search.'),
  tools: z
    .array(curationSchema)
    .max(10_000)
    .optional()
    .describe(
      'Changes of tools: disabled, renamed, or with another title or description. An exact name takes precedence over a pattern.',
    ),
  registry: registrySchema.optional().describe('The registry that is searched for servers to add.'),
});

/** `toolmark.json` as a person writes it. Unknown keys may belong to other programs, so they only cause warnings. */
export type ConfigFile = Shape<typeof configFileSchema>;

/** The known keys of each object, for warnings about others. */
export const KNOWN_KEYS: {
  readonly [Place in
    | 'file'
    | 'server'
    | 'listen'
    | 'limits'
    | 'log'
    | 'record'
    | 'redact'
    | 'retention']: readonly string[];
} = {
  file: Object.keys(configFileSchema.shape),
  server: Object.keys(serverEntrySchema.shape),
  listen: Object.keys(listen.shape),
  limits: Object.keys(limits.shape),
  log: Object.keys(log.shape),
  record: Object.keys(record.shape),
  redact: Object.keys(redact.shape),
  retention: Object.keys(retention.shape),
};

/** The JSON Schema of `toolmark.json`, for editors. */
export function configFileJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(configFileSchema, { io: 'input' });
  return { $schema, title: 'toolmark.json', description: 'The configuration of `toolmark serve`.', ...schema };
}
