import * as z from 'zod';
import type { Shape } from './shape.ts';

export const connectionSchema = z.object({
  /** The URL of the requested endpoint. */
  mcp_url: z.url(),
  /** The placeholder for the token in the snippets: each client gets its own. `null` if no token is required. */
  token_placeholder: z.string().nullable(),
  /** The file with the owner's token; `null` if no token is required. */
  owner_file: z.string().nullable(),
  /** The profiles, which have their own endpoints. */
  profiles: z.array(z.object({ name: z.string(), description: z.string().nullable() })),
  clients: z.array(
    z.object({
      client: z.string(),
      name: z.string(),
      /** The language of `text`. */
      language: z.enum(['shell', 'json', 'toml', 'yaml']),
      /** Where the text belongs: the path of a config file, such as `~/.codex/config.toml`, or a terminal. */
      where: z.string(),
      /** Ready to copy once the placeholder is replaced by a token. */
      text: z.string(),
      /** A further step, as a sentence; `null` if there is none. */
      note: z.string().nullable(),
    }),
  ),
});

/** `GET /api/v1/connection`: what a client needs to connect. Requires the owner's credential. */
export type Connection = Shape<typeof connectionSchema>;

export type ConnectionProfile = Connection['profiles'][number];

/** How to configure one client. */
export type ClientSnippet = Connection['clients'][number];
