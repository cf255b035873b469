import type { Digest, Undigested } from '../store/store.ts';

/** To the thread that counts. */
export type CounterOrder =
  | { readonly kind: 'calls'; readonly id: number; readonly calls: readonly Undigested[] }
  | { readonly kind: 'page'; readonly id: number; readonly json: Uint8Array };

/** From it. */
export type CounterReport =
  | { readonly kind: 'calls'; readonly id: number; readonly digests: readonly Digest[] }
  | { readonly kind: 'page'; readonly id: number; readonly tokens: number };
