import * as z from 'zod';

/** `GET /api/v1/import`: what other clients on this machine are configured with. Nothing of theirs is ever written. */
export interface ImportReport {
  readonly sources: readonly ImportSource[];
}

/** A file in which a client keeps its servers. */
export interface ImportSource {
  /** `claude-desktop`, `cursor`, …. */
  readonly client: string;
  readonly name: string;
  readonly file: string;
  /** The folder whose servers these are, where a file has servers for several; `null` where they are for everything. */
  readonly project: string | null;
  readonly state: 'found' | 'missing' | 'unreadable';
  /** Why it could not be read, in a sentence. */
  readonly problem: string | null;
  readonly servers: readonly ImportableServer[];
}

export interface ImportableServer {
  readonly name: string;
  /** The command line or the address, without secrets. */
  readonly summary: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  /** The names of its environment variables and headers; their values are taken over and not shown. */
  readonly secrets: readonly string[];
  /** `same`: it is configured here already, the very same. `taken`: another one has this name. `self`: it is Toolmark. */
  readonly conflict: 'none' | 'same' | 'taken' | 'self';
  /** The name that the very same one has here; `null` where it is not here. */
  readonly same_as: string | null;
  /** Where the very same one was found before, for people: `notes of Cursor`; `null` for the first. */
  readonly duplicate_of: string | null;
  /** A free name, where its own is taken. */
  readonly suggested_name: string;
  /** Why it cannot be taken; `null` where it can. */
  readonly problem: string | null;
  /** What of it is not taken over, in sentences. */
  readonly notes: readonly string[];
  /** Why a person should look at it before it is taken, in sentences. A server with one is taken only by its name, never with all. */
  readonly warnings: readonly string[];
}

/** `POST /api/v1/import`. */
export interface ImportRequest {
  readonly take: readonly ImportChoice[];
}

export interface ImportChoice {
  readonly file: string;
  /** As its source says; none where that is `null`. */
  readonly project?: string | null | undefined;
  readonly name: string;
  /** The name it gets here; its own unless given. */
  readonly as?: string | undefined;
}

/** Each choice is taken or not by itself. */
export interface ImportAnswer {
  readonly added: readonly string[];
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

export const importReportSchema: z.ZodType<ImportReport> = z.object({
  sources: z.array(
    z.object({
      client: z.string(),
      name: z.string(),
      file: z.string(),
      project: z.string().nullable(),
      state: z.enum(['found', 'missing', 'unreadable']),
      problem: z.string().nullable(),
      servers: z.array(
        z.object({
          name: z.string(),
          summary: z.string(),
          transport: z.enum(['stdio', 'http', 'sse']),
          secrets: z.array(z.string()),
          conflict: z.enum(['none', 'same', 'taken', 'self']),
          same_as: z.string().nullable(),
          duplicate_of: z.string().nullable(),
          suggested_name: z.string(),
          problem: z.string().nullable(),
          notes: z.array(z.string()),
          warnings: z.array(z.string()),
        }),
      ),
    }),
  ),
});

export const importRequestSchema: z.ZodType<ImportRequest> = z.strictObject({
  take: z
    .array(
      z.strictObject({
        file: z.string().min(1),
        project: z.string().nullable().optional(),
        name: z.string().min(1),
        as: z.string().min(1).max(200).optional(),
      }),
    )
    .min(1)
    .max(1_000),
});

export const importAnswerSchema: z.ZodType<ImportAnswer> = z.object({
  added: z.array(z.string()),
  refused: z.array(z.object({ name: z.string(), reason: z.string() })),
});
