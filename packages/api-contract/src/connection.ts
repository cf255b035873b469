import * as z from 'zod';

/** `GET /api/v1/connection`: what a client needs to know to use this gateway. Only who is let in gets to know it. */
export interface Connection {
  /** Of the endpoint that was asked for. */
  readonly mcp_url: string;
  /** `null` where none is asked for. */
  readonly token: string | null;
  readonly token_file: string | null;
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
  /** With the token in it, ready to be copied. */
  readonly text: string;
  /** What to do besides, in a sentence; `null` where that is all. */
  readonly note: string | null;
}

export const connectionSchema: z.ZodType<Connection> = z.object({
  mcp_url: z.url(),
  token: z.string().nullable(),
  token_file: z.string().nullable(),
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
