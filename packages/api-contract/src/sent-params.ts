import * as z from 'zod';
import { count } from './shared.ts';

/** What is wrong with, or special about, a stretch of a text: its first character, and the one behind its last. */
export interface TextMark {
  readonly start: number;
  readonly end: number;
  readonly kind: TextMarkKind;
}

/** `secret`: the record leaves it out. `lookalike`: a word with letters of several alphabets, which may look like another word. */
export const textMarkKinds = ['secret', 'lookalike'] as const;

export type TextMarkKind = (typeof textMarkKinds)[number];

/** Everything that leaves for the server with a call. */
export interface SentParams {
  /** Of the JSON of `params` in UTF-8, in bytes. */
  readonly bytes: number;
  /**
   * Of the same, in hexadecimal digits: page, terminal and client show the same text if it is the same. `null` once it is decided where
   * the record leaves something out, because whoever has the record could try secrets until one fits (ADR 0035); the call has a keyed
   * digest then.
   */
  readonly sha256: string | null;
  /**
   * The JSON of `params` as it is sent, secrets included; where `is_cut`, its beginning. Do not parse it: no JavaScript number holds
   * 12345678901234567890. `null` once the call is decided, and at other gateways: it is kept only where and while somebody decides.
   */
  readonly text: string | null;
  readonly is_cut: boolean;
  /** In `text`. */
  readonly marks: readonly TextMark[];
  /** How many characters of `text`, from its beginning, were searched for what gets a mark. */
  readonly searched: number;
  /** HTTP headers of the client that repeat no argument and go to servers over HTTP. */
  readonly headers: Readonly<Record<string, string>>;
}

/** `GET /api/v1/approvals/{id}/params`: with all of the text. */
export const sentParamsSchema: z.ZodType<SentParams> = z.object({
  bytes: count,
  sha256: z.string().nullable(),
  text: z.string().nullable(),
  is_cut: z.boolean(),
  marks: z.array(z.object({ start: count, end: count, kind: z.enum(textMarkKinds) })),
  searched: count,
  headers: z.record(z.string(), z.string()),
});
