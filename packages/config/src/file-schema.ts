import { type ConnectionEntry, connectionFields } from '@toolmark/reach';
import * as z from 'zod';
import {
  type CurationEntry,
  curationSchema,
  type OAuthEntry,
  oauthSchema,
  type ProfileEntry,
  profileSchema,
  type RegistryEntry,
  registrySchema,
} from './offer-schema.ts';
import {
  type CacheEntry,
  cacheSchema,
  type OverrideEntry,
  overrideSchema,
  type PolicyEntry,
  policySchema,
} from './policy-schema.ts';

/** `toolmark.json` as a person writes it. Keys it does not know are somebody else's, and are only warned about. */
export interface ConfigFile {
  readonly $schema?: string | undefined;
  readonly mcpServers: Readonly<Record<string, ServerEntry>>;
  readonly listen?: { readonly host?: string | undefined; readonly port?: number | undefined } | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly limits?: LimitsEntry | undefined;
  readonly pageSize?: number | undefined;
  readonly transparent?: boolean | undefined;
  readonly log?: { readonly level?: 'debug' | 'info' | 'warn' | 'error' | 'silent' | undefined } | undefined;
  readonly record?: RecordEntry | undefined;
  readonly policy?: PolicyEntry | undefined;
  readonly overrides?: readonly OverrideEntry[] | undefined;
  readonly lock?: string | undefined;
  readonly profiles?: Readonly<Record<string, ProfileEntry>> | undefined;
  readonly tools?: readonly CurationEntry[] | undefined;
  readonly registry?: RegistryEntry | undefined;
}

interface RecordEntry {
  readonly enabled?: boolean | undefined;
  readonly bodyBytes?: number | undefined;
  readonly sessionIdle?: number | undefined;
  readonly redact?:
    | {
        readonly enabled?: boolean | undefined;
        readonly names?: readonly string[] | undefined;
        readonly keep?: readonly string[] | undefined;
        readonly patterns?: readonly string[] | undefined;
      }
    | undefined;
  readonly retention?:
    | {
        readonly sessions?: number | undefined;
        readonly days?: number | undefined;
        readonly bytes?: number | undefined;
      }
    | undefined;
}

export interface ServerEntry extends ConnectionEntry {
  readonly disabled?: boolean | undefined;
  readonly protocol?: 'auto' | 'modern' | 'legacy' | undefined;
  readonly connectTimeout?: number | undefined;
  readonly timeout?: number | undefined;
  readonly maxTimeout?: number | undefined;
  readonly concurrency?: number | undefined;
  readonly resultBytes?: number | undefined;
  readonly resultValues?: number | undefined;
  readonly queue?: number | undefined;
  readonly trust?: 'review' | 'declared' | 'verified' | 'none' | undefined;
  readonly strict?: boolean | undefined;
  readonly cache?: CacheEntry | undefined;
  readonly oauth?: OAuthEntry | undefined;
}

interface LimitsEntry {
  readonly bodyBytes?: number | undefined;
  readonly depth?: number | undefined;
  readonly values?: number | undefined;
  readonly sessions?: number | undefined;
  readonly sessionIdle?: number | undefined;
  readonly drain?: number | undefined;
}

const DAY_S = 86_400;
const seconds = (what: string, usual: number): z.ZodType<number | undefined> =>
  z.number().positive().max(DAY_S).optional().describe(`${what} In seconds; ${usual} unless given.`);
const count = (least: number, most: number, what: string, usual: number): z.ZodType<number | undefined> =>
  z.int().min(least).max(most).optional().describe(`${what} ${usual} unless given.`);

const server = z.looseObject({
  ...connectionFields,
  disabled: z.boolean().optional().describe('Keep the entry, but do not start or offer this server.'),
  protocol: z
    .enum(['auto', 'modern', 'legacy'])
    .optional()
    .describe('modern is 2026-07-28, legacy everything before; found out by asking unless given.'),
  connectTimeout: seconds('How long it may take to start and to say hello.', 60),
  timeout: seconds('How long a call may be silent; every progress notification starts it anew.', 120),
  maxTimeout: seconds('How long a call may take, whatever is heard of it.', 3_600),
  resultBytes: count(
    65_536,
    67_108_864,
    'Bytes of one result. Others wait while a larger one is recorded and passed on.',
    8_388_608,
  ),
  resultValues: count(
    32_768,
    2_000_000,
    'Members of objects and items of arrays in one result, all together. Others wait while more of them are recorded.',
    50_000,
  ),
  concurrency: count(1, 10_000, 'Calls that run on this server at the same time.', 64),
  queue: count(0, 100_000, 'Calls that may wait for their turn.', 1_024),
  trust: z
    .enum(['review', 'declared', 'verified', 'none'])
    .optional()
    .describe(
      "What counts of its hints: a claim that relaxes once a person has accepted it (review, unless given), whatever it declares, only what was proven, or nothing but MCP's defaults.",
    ),
  strict: z
    .boolean()
    .optional()
    .describe('Hold a tool also when its words or schemas change, not only its hints, and every new tool.'),
  cache: cacheSchema
    .optional()
    .describe('Keep answers of tools that only read: true, seconds, or { ttl, tools }. Nothing is kept unless given.'),
  oauth: oauthSchema.optional().describe('What is known about signing in to it; most servers tell themselves.'),
});

export const serverEntrySchema: z.ZodType<ServerEntry> = server;

const names = (what: string): z.ZodType<readonly string[] | undefined> =>
  z.array(z.string().min(1)).optional().describe(what);

const redact = z.looseObject({
  enabled: z.boolean().optional().describe('false keeps secrets in the record; true unless given.'),
  names: names('Fields whose values are secrets, besides the usual ones: password, token, apiKey, ….'),
  keep: names('Fields whose values are no secrets, whatever they are called.'),
  patterns: names('Regular expressions for secrets in any text, besides the usual ones.'),
});

const retention = z.looseObject({
  sessions: count(1, 1_000_000, 'The newest sessions that are kept, with their calls.', 100),
  days: count(1, 36_500, 'How long a session is kept after its last call.', 90),
  bytes: count(10_485_760, 2 ** 50, 'How large the record may get.', 1_073_741_824),
});

const record = z.looseObject({
  enabled: z.boolean().optional().describe('false remembers nothing; true unless given.'),
  bodyBytes: count(
    0,
    16_777_216,
    'Bytes of arguments, and of a result, that are kept; of more the beginning.',
    262_144,
  ),
  sessionIdle: seconds('How long nothing may happen before a session is closed.', 1_800),
  redact: redact.optional().describe('Secrets are taken out before anything is stored.'),
  retention: retention.optional().describe('How much is kept. The oldest goes first.'),
});

export const configFileSchema: z.ZodType<ConfigFile> = z.looseObject({
  $schema: z.string().optional(),
  mcpServers: z
    .record(z.string(), server, { error: 'must be an object with your servers by name (some clients call it servers)' })
    .describe('The servers to offer, by name, in the shape MCP clients share.'),
  listen: z
    .looseObject({
      host: z.string().min(1).optional().describe('127.0.0.1 unless given.'),
      port: z.int().min(0).max(65_535).optional().describe('7420 unless given; 0 takes any free one.'),
    })
    .optional()
    .describe('Where the gateway listens.'),
  allowedHosts: z
    .array(z.string().min(1))
    .optional()
    .describe('Names by which it may be addressed, besides localhost: example.com or example.com:8443.'),
  allowedOrigins: z
    .array(z.string().min(1))
    .optional()
    .describe('Web pages that may call it, besides its own: https://example.com.'),
  limits: z
    .looseObject({
      bodyBytes: count(1_024, 1_073_741_824, 'Bytes of one request.', 10_485_760),
      depth: count(8, 10_000, 'Levels of nesting in one request.', 200),
      values: count(
        1_000,
        10_000_000,
        'Members of objects and items of arrays in one request, all together. Others wait while more of them are recorded.',
        50_000,
      ),
      sessions: count(1, 1_000_000, 'Sessions of clients of the older protocol at the same time.', 10_000),
      sessionIdle: seconds('How long such a session may be idle.', 1_800),
      drain: seconds('How long running calls get when the gateway is stopped.', 10),
    })
    .optional()
    .describe('What a client may ask of the gateway.'),
  pageSize: count(0, 100_000, 'Entries per page of a list, 0 being everything at once.', 0),
  transparent: z.boolean().optional().describe('Pass exactly one server through under its own names.'),
  log: z
    .looseObject({
      level: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional().describe('info unless given.'),
    })
    .optional(),
  record: record.optional().describe('What is remembered of calls, and for how long.'),
  policy: policySchema.optional().describe('Which calls pass, are asked for, refused or held.'),
  overrides: z
    .array(overrideSchema)
    .max(10_000)
    .optional()
    .describe('Hints that a person set; an exact name comes before a pattern.'),
  lock: z.string().min(1).optional().describe('Where tools are pinned; toolmark.lock in the data folder unless given.'),
  profiles: z
    .record(z.string(), profileSchema)
    .optional()
    .describe('Parts of everything, by name, each under /mcp/p/<name> and /mcp/p/<name>/search.'),
  tools: z
    .array(curationSchema)
    .max(10_000)
    .optional()
    .describe(
      'How tools are offered instead: switched off, or under other words. An exact name comes before a pattern.',
    ),
  registry: registrySchema.optional().describe('Where servers are looked for that could be added.'),
});

/** The keys that mean something at each place, to warn about the others. */
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
  file: keysOf(configFileSchema),
  server: Object.keys(server.shape),
  listen: ['host', 'port'],
  limits: ['bodyBytes', 'depth', 'values', 'sessions', 'sessionIdle', 'drain'],
  log: ['level'],
  record: Object.keys(record.shape),
  redact: Object.keys(redact.shape),
  retention: Object.keys(retention.shape),
};

function keysOf(schema: z.ZodType): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** The JSON Schema of `toolmark.json`, for editors. */
export function configFileJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(configFileSchema, { io: 'input' });
  return { $schema, title: 'toolmark.json', description: 'What `toolmark serve` offers, and how.', ...schema };
}
