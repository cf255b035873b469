import type { Digest, Undigested } from '../store/store.ts';

/** Sent to the counting thread. */
export type CounterOrder =
  | { readonly kind: 'calls'; readonly id: number; readonly calls: readonly Undigested[] }
  | { readonly kind: 'page'; readonly id: number; readonly json: Uint8Array };

/** Sent by the counting thread. */
export type CounterReport =
  | { readonly kind: 'calls'; readonly id: number; readonly digests: readonly Digest[] }
  | { readonly kind: 'page'; readonly id: number; readonly tokens: number };
