import * as z from 'zod';
import { count, moment, type ToolClassName, toolClass } from './shared.ts';

export type TokenKind = 'client' | 'api';

/** A named token, without the token itself. */
export interface NamedToken {
  readonly id: string;
  readonly name: string;
  /** `client`: for an MCP client, valid at `/mcp`. `api`: for a script of the owner, valid at `/api`. */
  readonly kind: TokenKind;
  /** Its first characters, to recognize it. */
  readonly hint: string;
  /** The highest class of tools that its client may call; `null` for the API, which has no ceiling. */
  readonly ceiling: ToolClassName | null;
  /** Globs of its servers; `null` for all. */
  readonly servers: readonly string[] | null;
  /** Its only profile; `null` for all. */
  readonly profile: string | null;
  /** Whether its client may approve its own calls. */
  readonly may_answer: boolean;
  readonly created_at: string;
  /** `null` if it does not expire. */
  readonly expires_at: string | null;
  /** Up to a minute old if the gateway was killed; `null` if it was never used. */
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly status: 'active' | 'expired' | 'revoked';
}

/** `GET /api/v1/tokens`. */
export interface TokenList {
  readonly tokens: readonly NamedToken[];
  readonly total: number;
}

/** `POST /api/v1/tokens`. */
export interface NewTokenRequest {
  readonly name: string;
  /** Uses `name-2`, `name-3` and so on if the name is in use, instead of failing with a conflict. */
  readonly numbered?: boolean | undefined;
  /** For a client by default. */
  readonly kind?: TokenKind | undefined;
  /** Required for a client; an API token has only an expiry. */
  readonly ceiling?: ToolClassName | undefined;
  readonly servers?: readonly string[] | undefined;
  readonly profile?: string | undefined;
  /** `false`: its client may not approve its own calls. */
  readonly may_answer?: boolean | undefined;
  /** Its lifetime; unlimited by default. */
  readonly expires_in_days?: number | undefined;
}

/** The answer: the only time that the token is shown. */
export interface NewToken {
  readonly token: string;
  readonly named: NamedToken;
}

export const namedTokenSchema: z.ZodType<NamedToken> = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['client', 'api']),
  hint: z.string(),
  ceiling: toolClass.nullable(),
  servers: z.array(z.string()).nullable(),
  profile: z.string().nullable(),
  may_answer: z.boolean(),
  created_at: moment,
  expires_at: moment.nullable(),
  last_used_at: moment.nullable(),
  revoked_at: moment.nullable(),
  status: z.enum(['active', 'expired', 'revoked']),
});

export const tokenListSchema: z.ZodType<TokenList> = z.object({ tokens: z.array(namedTokenSchema), total: count });

const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$/;
const TEN_YEARS = 3_650;

/** Options that an API token cannot have: it may do everything that its owner may. */
const CLIENT_ONLY = ['ceiling', 'servers', 'profile', 'may_answer'] as const;

export const newTokenRequestSchema: z.ZodType<NewTokenRequest> = z
  .strictObject({
    name: z
      .string()
      .regex(NAME, 'must be letters, digits, dots, _ or -, at most 64 of them')
      .refine(
        (name) => name.toLowerCase() !== 'local',
        "must not be 'local', which stands for callers without a named token",
      ),
    numbered: z.boolean().optional(),
    kind: z.enum(['client', 'api']).optional(),
    ceiling: toolClass.optional(),
    servers: z.array(z.string().min(1).max(512)).min(1).max(1_000).optional(),
    profile: z.string().min(1).max(64).optional(),
    may_answer: z.boolean().optional(),
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

/** `DELETE /api/v1/shared-token`. */
export interface RetiredToken {
  /** The file that was deleted; `null` if there was none. */
  readonly removed: string | null;
}

export const retiredTokenSchema: z.ZodType<RetiredToken> = z.object({ removed: z.string().nullable() });

export const newTokenSchema: z.ZodType<NewToken> = z.object({ token: z.string(), named: namedTokenSchema });
