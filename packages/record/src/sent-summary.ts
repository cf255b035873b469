import type { SentParams } from '@toolmark/api-contract';

/** The stored facts about a call's params that the record does not show completely. */
export interface SentSummary {
  /** Of the `params` JSON, in UTF-8. */
  readonly bytes: number;
  /** In hexadecimal; `null` if the record is incomplete, because it would help to guess the rest (ADR 0035). */
  readonly sha256: string | null;
}

/** For the API after the decision, or from another gateway: the text may hold secrets, so it is not kept. */
export const toSentParams = ({ bytes, sha256 }: SentSummary): SentParams => ({
  bytes,
  sha256,
  text: null,
  is_cut: true,
  marks: [],
  searched: 0,
  headers: {},
});
