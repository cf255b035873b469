import * as z from 'zod';
import { count } from './shared.ts';

/** A marked part of a text: its first character, and the one after its last. */
export interface TextMark {
  readonly start: number;
  readonly end: number;
  readonly kind: TextMarkKind;
}

/**
 * `secret`: the record leaves it out. `lookalike`: a word with letters of several alphabets, which may look like
 * another word.
 */
export const textMarkKinds = ['secret', 'lookalike'] as const;

export type TextMarkKind = (typeof textMarkKinds)[number];

/** Everything that a call sends to the server. */
export interface SentParams {
  /** The length of the JSON of `params` in UTF-8 bytes. */
  readonly bytes: number;
  /**
   * The SHA-256 of the same bytes in hexadecimal: if it is equal, page, terminal and client show the same text. `null`
   * after the decision if the record leaves something out, because anyone with the record could test guesses of a
   * secret (ADR 0035); the call then has a keyed digest.
   */
  readonly sha256: string | null;
  /**
   * The exact JSON of `params`, including secrets; if `is_cut`, its beginning. Do not parse it: no JavaScript number
   * holds 12345678901234567890. `null` after the decision and on other gateways: it is kept only while the call waits.
   */
  readonly text: string | null;
  readonly is_cut: boolean;
  /** Positions in `text`. */
  readonly marks: readonly TextMark[];
  /** How many characters from the start of `text` were searched for marks. */
  readonly searched: number;
  /** HTTP headers of the client that do not repeat an argument and are sent to HTTP servers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** `GET /api/v1/approvals/{id}/params`: with the complete text. */
export const sentParamsSchema: z.ZodType<SentParams> = z.object({
  bytes: count,
  sha256: z.string().nullable(),
  text: z.string().nullable(),
  is_cut: z.boolean(),
  marks: z.array(z.object({ start: count, end: count, kind: z.enum(textMarkKinds) })),
  searched: count,
  headers: z.record(z.string(), z.string()),
});
