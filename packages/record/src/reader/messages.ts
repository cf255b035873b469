import type { StoreReader } from '../store/store.ts';

export interface ReaderStart {
  readonly file: string;
}

/** A question to the reading thread. */
export interface ReaderOrder {
  readonly id: number;
  readonly method: keyof StoreReader;
  readonly parameters: readonly unknown[];
}

export type ReaderReport =
  /** JSON, because a structured clone would lose exact numbers. `undefined` for none. */
  | { readonly id: number; readonly kind: 'value'; readonly json: string | undefined }
  | { readonly id: number; readonly kind: 'error'; readonly message: string };
