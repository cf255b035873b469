import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count, moment, toolClass } from './shared.ts';

export type TokenKind = 'client' | 'api';

export const namedTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** `client`: for an MCP client, valid at `/mcp`. `api`: for a script of the owner, valid at `/api`. */
  kind: z.enum(['client', 'api']),
  /** Its first characters, to recognize it. */
  hint: z.string(),
  /** The highest class of tools that its client may call; `null` for the API, which has no ceiling. */
  ceiling: toolClass.nullable(),
  /** Globs of its servers; `null` for all. */
  servers: z.array(z.string()).nullable(),
  /** Its only profile; `null` for all. */
  profile: z.string().nullable(),
  /** Whether its client may approve its own calls. */
  may_answer: z.boolean(),
  created_at: moment,
  /** `null` if it does not expire. */
  expires_at: moment.nullable(),
  /** Up to a minute old if the gateway was killed; `null` if it was never used. */
  last_used_at: moment.nullable(),
  revoked_at: moment.nullable(),
  status: z.enum(['active', 'expired', 'revoked']),
});

/** A named token, without the token itself. */
export type NamedToken = Shape<typeof namedTokenSchema>;

export const tokenListSchema = z.object({ tokens: z.array(namedTokenSchema), total: count });

/** `GET /api/v1/tokens`. */
export type TokenList = Shape<typeof tokenListSchema>;

const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$/;
const TEN_YEARS = 3_650;

/** Options that an API token cannot have: it may do everything that its owner may. */
const CLIENT_ONLY = ['ceiling', 'servers', 'profile', 'may_answer'] as const;

export const newTokenRequestSchema = z
  .strictObject({
    name: z
      .string()
      .regex(NAME, 'must be letters, digits, dots, _ or -, at most 64 of them')
      .refine(
        (name) => name.toLowerCase() !== 'local',
        "must not be 'local', which stands for callers without a named token",
      ),
    /** Uses `name-2`, `name-3` and so on if the name is in use, instead of failing with a conflict. */
    numbered: z.boolean().optional(),
    /** For a client by default. */
    kind: z.enum(['client', 'api']).optional(),
    /** Required for a client; an API token has only an expiry. */
    ceiling: toolClass.optional(),
    servers: z.array(z.string().min(1).max(512)).min(1).max(1_000).optional(),
    profile: z.string().min(1).max(64).optional(),
    /** `false`: its client may not approve its own calls. */
    may_answer: z.boolean().optional(),
    /** Its lifetime; unlimited by default. */
    expires_in_days: z.int().min(1).max(TEN_YEARS).optional(),
  })
  .superRefine((request, { addIssue }) => {
    if (request.kind !== 'api') {
      if (request.ceiling === undefined)
        addIssue({ code: 'custom', path: ['ceiling'], message: 'must be read, additive or destructive' });
      return;
    }
    for (const field of CLIENT_ONLY) {
      if (request[field] !== undefined)
        addIssue({ code: 'custom', path: [field], message: 'must not be given for an API token' });
    }
  });

/** `POST /api/v1/tokens`. */
export type NewTokenRequest = Shape<typeof newTokenRequestSchema>;

export const retiredTokenSchema = z.object({
  /** The file that was deleted; `null` if there was none. */
  removed: z.string().nullable(),
});

export const newTokenSchema = z.object({ token: z.string(), named: namedTokenSchema });

/** The answer: the only time that the token is shown. */
export type NewToken = Shape<typeof newTokenSchema>;
