import type { SentParams } from '@toolmark/api-contract';

/** What is kept for good of what a call sent, besides what the record shows of it. */
export interface SentSummary {
  /** Of the JSON of `params`, in UTF-8. */
  readonly bytes: number;
  /** Of the same, in hexadecimal digits; `null` where the record leaves something out, which it would help to guess (ADR 0035). */
  readonly sha256: string | null;
}

/** For the API, once it is decided, or where another gateway asks: the text, which may have secrets in it, is not kept. */
export const withoutText = ({ bytes, sha256 }: SentSummary): SentParams => ({
  bytes,
  sha256,
  text: null,
  is_cut: true,
  marks: [],
  searched: 0,
  headers: {},
});
