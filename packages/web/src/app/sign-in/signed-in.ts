import { readonly, ref } from 'vue';

export type SignedIn = 'unknown' | 'in' | 'out';

const state = ref<SignedIn>('unknown');

/** Whether the gateway lets this browser in. Whatever is asked for and refused makes it `out`. */
export const signedIn = readonly(state);

export function signedOut(): void {
  state.value = 'out';
}

export function wasLetIn(): void {
  state.value = 'in';
}
