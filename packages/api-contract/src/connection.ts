import * as z from 'zod';

/** `GET /api/v1/connection`: what a client needs to connect. Requires the owner's credential. */
export interface Connection {
  /** The URL of the requested endpoint. */
  readonly mcp_url: string;
  /** The placeholder for the token in the snippets: each client gets its own. `null` if no token is required. */
  readonly token_placeholder: string | null;
  /** The file with the owner's token; `null` if no token is required. */
  readonly owner_file: string | null;
  /** The profiles, which have their own endpoints. */
  readonly profiles: readonly ConnectionProfile[];
  readonly clients: readonly ClientSnippet[];
}

export interface ConnectionProfile {
  readonly name: string;
  readonly description: string | null;
}

/** How to configure one client. */
export interface ClientSnippet {
  readonly client: string;
  readonly name: string;
  /** The language of `text`. */
  readonly language: 'shell' | 'json' | 'toml';
  /** Where it goes: a file, as people write its path, or a terminal. */
  readonly where: string;
  /** Ready to copy once the placeholder is replaced by a token. */
  readonly text: string;
  /** A further step, as a sentence; `null` if there is none. */
  readonly note: string | null;
}

export const connectionSchema: z.ZodType<Connection> = z.object({
  mcp_url: z.url(),
  token_placeholder: z.string().nullable(),
  owner_file: z.string().nullable(),
  profiles: z.array(z.object({ name: z.string(), description: z.string().nullable() })),
  clients: z.array(
    z.object({
      client: z.string(),
      name: z.string(),
      language: z.enum(['shell', 'json', 'toml']),
      where: z.string(),
      text: z.string(),
      note: z.string().nullable(),
    }),
  ),
});
