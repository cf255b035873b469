import { readonly, ref } from 'vue';

export type SignedIn = 'unknown' | 'in' | 'out';

const state = ref<SignedIn>('unknown');

/** Whether this browser is signed in. Any request that the gateway refuses sets it to `out`. */
export const signedIn = readonly(state);

export function signedOut(): void {
  state.value = 'out';
}

export function wasLetIn(): void {
  state.value = 'in';
}
