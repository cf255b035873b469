import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count } from './shared.ts';

/**
 * `secret`: the record leaves it out. `lookalike`: a word with letters of several alphabets, which may look like
 * another word.
 */
export const textMarkKinds = ['secret', 'lookalike'] as const;

export type TextMarkKind = (typeof textMarkKinds)[number];

/** `GET /api/v1/approvals/{id}/params`: with the complete text. */
export const sentParamsSchema = z.object({
  /** The length of the JSON of `params` in UTF-8 bytes. */
  bytes: count,
  /**
   * The SHA-256 of the same bytes in hexadecimal: if it is equal, page, terminal and client show the same text. `null`
   * after the decision if the record leaves something out, because anyone with the record could test guesses of a
   * secret (ADR 0035); the call then has a keyed digest.
   */
  sha256: z.string().nullable(),
  /**
   * The exact JSON of `params`, including secrets; if `is_cut`, its beginning. Do not parse it: no JavaScript number
   * holds 12345678901234567890. `null` after the decision and on other gateways: it is kept only while the call waits.
   */
  text: z.string().nullable(),
  is_cut: z.boolean(),
  /** Positions in `text`. */
  marks: z.array(z.object({ start: count, end: count, kind: z.enum(textMarkKinds) })),
  /** How many characters from the start of `text` were searched for marks. */
  searched: count,
  /** HTTP headers of the client that do not repeat an argument and are sent to HTTP servers. */
  headers: z.record(z.string(), z.string()),
});

/** Everything that a call sends to the server. */
export type SentParams = Shape<typeof sentParamsSchema>;

/** A marked part of a text: its first character, and the one after its last. */
export type TextMark = SentParams['marks'][number];
