import * as z from 'zod';

/** `GET /api/v1/connection`: what a client needs to know to use this gateway. Only who is let in gets to know it. */
export interface Connection {
  /** Of the endpoint that was asked for. */
  readonly mcp_url: string;
  /** What stands for the token in the snippets: each client gets one of its own. `null` where none is asked for. */
  readonly token_placeholder: string | null;
  /** Where the owner's token is kept; `null` where none is asked for. */
  readonly owner_file: string | null;
  /** The parts of everything that have endpoints of their own. */
  readonly profiles: readonly ConnectionProfile[];
  readonly clients: readonly ClientSnippet[];
}

export interface ConnectionProfile {
  readonly name: string;
  readonly description: string | null;
}

/** How one client is told about this gateway. */
export interface ClientSnippet {
  readonly client: string;
  readonly name: string;
  /** What `text` is. */
  readonly language: 'shell' | 'json' | 'toml';
  /** Where it goes: a file, as people write it, or a terminal. */
  readonly where: string;
  /** Ready to be copied once its placeholder is replaced by a token. */
  readonly text: string;
  /** What to do besides, in a sentence; `null` where that is all. */
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
