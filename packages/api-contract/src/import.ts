import * as z from 'zod';
import type { Shape } from './shape.ts';

export const importReportSchema = z.object({
  sources: z.array(
    z.object({
      /** `claude-desktop`, `cursor`, …. */
      client: z.string(),
      name: z.string(),
      file: z.string(),
      /** The project folder of these servers, if a file has several projects; `null` for global ones. */
      project: z.string().nullable(),
      state: z.enum(['found', 'missing', 'unreadable']),
      /** Why it could not be read, as a sentence. */
      problem: z.string().nullable(),
      servers: z.array(
        z.object({
          name: z.string(),
          /** The command line or URL, without secrets. */
          summary: z.string(),
          transport: z.enum(['stdio', 'http', 'sse']),
          /** The names of its environment variables and headers; their values are imported but not shown. */
          secrets: z.array(z.string()),
          /** `same`: already configured here. `taken`: another server has this name. `self`: it is Toolmark. */
          conflict: z.enum(['none', 'same', 'taken', 'self']),
          /** The name of the identical server here; `null` if there is none. */
          same_as: z.string().nullable(),
          /** The identical server found earlier, such as `notes of Cursor`; `null` for the first. */
          duplicate_of: z.string().nullable(),
          /** A free name, if its own is in use. */
          suggested_name: z.string(),
          /** Why it cannot be imported; `null` if it can. */
          problem: z.string().nullable(),
          /** What is not imported, in sentences. */
          notes: z.array(z.string()),
          /**
           * Why a person should check it first, in sentences. A server with warnings is imported only by its name, never with
           * all.
           */
          warnings: z.array(z.string()),
        }),
      ),
    }),
  ),
});

/** `GET /api/v1/import`: the servers of other clients on this machine. Their files are never written. */
export type ImportReport = Shape<typeof importReportSchema>;

/** A file in which a client configures servers. */
export type ImportSource = ImportReport['sources'][number];

export type ImportableServer = ImportSource['servers'][number];

export const importRequestSchema = z.strictObject({
  take: z
    .array(
      z.strictObject({
        file: z.string().min(1),
        /** The project of its source; omitted if that is `null`. */
        project: z.string().nullable().optional(),
        name: z.string().min(1),
        /** Its name here; the same name by default. */
        as: z.string().min(1).max(200).optional(),
      }),
    )
    .min(1)
    .max(1_000),
});

/** `POST /api/v1/import`. */
export type ImportRequest = Shape<typeof importRequestSchema>;

export type ImportChoice = ImportRequest['take'][number];

export const importAnswerSchema = z.object({
  added: z.array(z.string()),
  refused: z.array(z.object({ name: z.string(), reason: z.string() })),
});

/** Choices succeed or fail independently. */
export type ImportAnswer = Shape<typeof importAnswerSchema>;
