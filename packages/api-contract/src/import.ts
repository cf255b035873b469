import * as z from 'zod';

/** `GET /api/v1/import`: the servers of other clients on this machine. Their files are never written. */
export interface ImportReport {
  readonly sources: readonly ImportSource[];
}

/** A file in which a client configures servers. */
export interface ImportSource {
  /** `claude-desktop`, `cursor`, …. */
  readonly client: string;
  readonly name: string;
  readonly file: string;
  /** The project folder of these servers, if a file has several projects; `null` for global ones. */
  readonly project: string | null;
  readonly state: 'found' | 'missing' | 'unreadable';
  /** Why it could not be read, as a sentence. */
  readonly problem: string | null;
  readonly servers: readonly ImportableServer[];
}

export interface ImportableServer {
  readonly name: string;
  /** The command line or URL, without secrets. */
  readonly summary: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  /** The names of its environment variables and headers; their values are imported but not shown. */
  readonly secrets: readonly string[];
  /** `same`: already configured here. `taken`: another server has this name. `self`: it is Toolmark. */
  readonly conflict: 'none' | 'same' | 'taken' | 'self';
  /** The name of the identical server here; `null` if there is none. */
  readonly same_as: string | null;
  /** The identical server found earlier, such as `notes of Cursor`; `null` for the first. */
  readonly duplicate_of: string | null;
  /** A free name, if its own is in use. */
  readonly suggested_name: string;
  /** Why it cannot be imported; `null` if it can. */
  readonly problem: string | null;
  /** What is not imported, in sentences. */
  readonly notes: readonly string[];
  /**
   * Why a person should check it first, in sentences. A server with warnings is imported only by its name, never with
   * all.
   */
  readonly warnings: readonly string[];
}

/** `POST /api/v1/import`. */
export interface ImportRequest {
  readonly take: readonly ImportChoice[];
}

export interface ImportChoice {
  readonly file: string;
  /** The project of its source; omitted if that is `null`. */
  readonly project?: string | null | undefined;
  readonly name: string;
  /** Its name here; the same name by default. */
  readonly as?: string | undefined;
}

/** Choices succeed or fail independently. */
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
