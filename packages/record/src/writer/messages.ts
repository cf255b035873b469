import type { EventBatch, JournalPosition, RetentionLimits } from '../store/store.ts';

/** What the thread that stores is started with. */
export interface WriterStart {
  /** Where journals and the database are. */
  readonly folder: string;
  readonly file: string;
  readonly instance: string;
  readonly pid: number;
  readonly host: string;
  readonly retention: RetentionLimits;
  /** Instances that live in the same process, this one too. */
  readonly siblings?: readonly string[];
}

/** To the thread that stores. */
export type WriterOrder =
  /** There is more in the journal. */
  | { readonly kind: 'wake' }
  /** Say when everything that is in the journal now is stored and counted. */
  | { readonly kind: 'settle'; readonly id: number }
  /** Count the tokens of a list. */
  | { readonly kind: 'count'; readonly id: number; readonly json: Uint8Array }
  /** Whether anybody wants to hear of events. */
  | { readonly kind: 'listen'; readonly isOn: boolean }
  | { readonly kind: 'retention'; readonly limits: RetentionLimits }
  | { readonly kind: 'siblings'; readonly ids: readonly string[] }
  /** Store what is there, and leave. */
  | { readonly kind: 'close' };

/** From it. */
export type WriterReport =
  /** The store is open; keys of calls get this slot. `isNew`: it has never heard of this instance. */
  | { readonly kind: 'opened'; readonly slot: number; readonly isNew: boolean }
  /** The journal is in the store up to there. */
  | { readonly kind: 'stored'; readonly position: JournalPosition }
  | { readonly kind: 'events'; readonly batch: EventBatch }
  | { readonly kind: 'settled'; readonly id: number }
  /** `undefined` where it could not be counted. */
  | { readonly kind: 'counted'; readonly id: number; readonly tokens: number | undefined }
  /** It cannot be written at the moment; it is tried again. */
  | { readonly kind: 'failing'; readonly problem: string }
  /** Something was stored, or everything was already. */
  | { readonly kind: 'working' }
  /** Entries that could not be stored, though everything else can: a bug of ours. */
  | { readonly kind: 'skipped'; readonly count: number; readonly reason: string }
  | { readonly kind: 'note'; readonly message: string }
  | { readonly kind: 'closed' };
