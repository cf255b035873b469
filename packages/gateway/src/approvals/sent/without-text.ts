import type { SentParams } from '@toolmark/api-contract';

/** What is kept for good of what a call sent: enough to prove later what it was. */
export interface SentSummary {
  /** Of the JSON of `params`, in UTF-8. */
  readonly bytes: number;
  /** Of the same, in hexadecimal digits. */
  readonly sha256: string;
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
