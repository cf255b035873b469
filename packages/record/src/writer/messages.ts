import type { EventBatch, JournalPosition, RetentionLimits } from '../store/store.ts';

/** The options of the storing thread. */
export interface WriterStart {
  /** The folder of journals and database. */
  readonly folder: string;
  readonly file: string;
  readonly instance: string;
  readonly pid: number;
  readonly host: string;
  readonly retention: RetentionLimits;
  /** All instances of this process. */
  readonly siblings?: readonly string[];
}

/** Sent to the storing thread. */
export type WriterOrder =
  /** The journal has grown. */
  | { readonly kind: 'wake' }
  /** Report when the current journal is stored and counted. */
  | { readonly kind: 'settle'; readonly id: number }
  /** Count a list's tokens. */
  | { readonly kind: 'count'; readonly id: number; readonly json: Uint8Array }
  /** Whether there are event listeners. */
  | { readonly kind: 'listen'; readonly isOn: boolean }
  | { readonly kind: 'retention'; readonly limits: RetentionLimits }
  | { readonly kind: 'siblings'; readonly ids: readonly string[] }
  /** Store the rest and exit. */
  | { readonly kind: 'close' };

/** Sent by the storing thread. */
export type WriterReport =
  /** The store is open; keys use this slot. `isNew`: the instance was unknown to it. */
  | { readonly kind: 'opened'; readonly slot: number; readonly isNew: boolean }
  /** The journal is stored up to this position. */
  | { readonly kind: 'stored'; readonly position: JournalPosition }
  | { readonly kind: 'events'; readonly batch: EventBatch }
  | { readonly kind: 'settled'; readonly id: number }
  /** `undefined` if counting failed. */
  | { readonly kind: 'counted'; readonly id: number; readonly tokens: number | undefined }
  /** The store cannot be written; it is being retried. */
  | { readonly kind: 'failing'; readonly problem: string }
  /** An entry was stored, or none was left. */
  | { readonly kind: 'working' }
  /** Single entries that could not be stored, because of a bug. */
  | { readonly kind: 'skipped'; readonly count: number; readonly reason: string }
  | { readonly kind: 'note'; readonly message: string }
  | { readonly kind: 'closed' };
