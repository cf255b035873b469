import { onScopeDispose, type Ref, ref } from 'vue';

/**
 * Whether a media query matches, for decisions that CSS cannot make.
 *
 * @example
 * const isNarrow = useMedia('(width < 640px)');
 */
export function useMedia(query: string): Readonly<Ref<boolean>> {
  const list = matchMedia(query);
  const matches = ref(list.matches);
  const onChange = (): void => {
    matches.value = list.matches;
  };
  list.addEventListener('change', onChange);
  onScopeDispose(() => list.removeEventListener('change', onChange));
  return matches;
}
