import type { StoreReader } from '../store/store.ts';

export interface ReaderStart {
  readonly file: string;
}

/** One question to the thread that reads. */
export interface ReaderOrder {
  readonly id: number;
  readonly method: keyof StoreReader;
  readonly parameters: readonly unknown[];
}

export type ReaderReport =
  /** As JSON: a message would lose numbers that no double holds. `undefined` where there is nothing. */
  | { readonly id: number; readonly kind: 'value'; readonly json: string | undefined }
  | { readonly id: number; readonly kind: 'error'; readonly message: string };
